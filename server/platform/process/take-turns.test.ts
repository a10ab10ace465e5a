import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Refusal } from '#server/platform/refusal.ts'
import { takeTurns } from './take-turns.ts'

/** Returns functions that queue and end work by name. `begun` lists the names of the started work in order. */
function bench(options: Parameters<typeof takeTurns>[0]) {
  const inTurn = takeTurns(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (workspaceId: string, name: string) =>
    inTurn(workspaceId, () => {
      begun.push(name)
      return new Promise<void>((end) => ends.set(name, end))
    })
  const end = async (name: string) => {
    ends.get(name)!()
    await nextTurn()
  }
  return { begin, begun, end }
}

test('a workspace works on one thing at once, and another one need not wait for it', async () => {
  const { begin, begun } = bench({ atOnce: 2, mostWaiting: 9 })
  for (const name of ['a1', 'a2', 'a3']) begin('a', name)
  begin('b', 'b1')
  await nextTurn()
  expect(begun).toEqual(['a1', 'b1'])
})

test('a workspace may work on several things, and another one is next', async () => {
  const { begin, begun, end } = bench({ atOnce: 3, ofOne: 2, mostWaiting: 9 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) begin('a', name)
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2'])
  for (const name of ['b1', 'b2', 'b3']) begin('b', name)
  begin('c', 'c1')
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  for (const name of ['a1', 'a2', 'b1']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('whoever has had a turn stands behind the others', async () => {
  const { begin, begun, end } = bench({ atOnce: 1, mostWaiting: 9 })
  for (const name of ['a1', 'a2', 'a3']) begin('a', name)
  for (const name of ['b1', 'b2']) begin('b', name)
  begin('c', 'c1')
  await nextTurn()
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('too many of one workspace are refused, and those of another are not', async () => {
  const { begin, begun } = bench({ atOnce: 2, mostWaiting: 1 })
  begin('a', 'a1')
  begin('a', 'a2')
  await expect(begin('a', 'a3')).rejects.toThrow(Refusal)
  begin('b', 'b1')
  await nextTurn()
  expect(begun).toEqual(['a1', 'b1'])
})

test('work that fails gives its place to the next', async () => {
  const inTurn = takeTurns({ atOnce: 1, mostWaiting: 9 })
  await expect(inTurn('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn('a', async () => 'done')).toBe('done')
})
