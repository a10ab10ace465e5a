import { expect, test, vi } from 'vitest'
import type { Problem } from '#contract/refusals.ts'
import { createWriter, type Outcome, type WriteState, type WriteSteps } from './writer.ts'

const refusal: Problem = {
  type: 'about:blank',
  title: 'No',
  status: 409,
  code: 'ticket-closed',
  detail: 'It is closed.',
}
const turns = () => new Promise((resolve) => setTimeout(resolve))

/** Creates a writer with a log of its steps. The test answers each call with `settle`. */
function begin(steps: Partial<WriteSteps<string, string>> = {}) {
  const log: string[] = []
  const waiting: ((outcome: Outcome<string>) => void)[] = []
  const states: WriteState<string>[] = []
  const all: WriteSteps<string, string> = {
    send: (input) => {
      log.push(`send ${input}`)
      return new Promise((resolve) => waiting.push(resolve))
    },
    onOutcome: ({ answer, problem }) => void log.push(answer ?? problem!.code),
    readAgain: async () => void log.push('read again'),
    onDone: (answer, input) => log.push(`done ${answer} ${input}`),
    ...steps,
  }
  const writer = createWriter(
    () => all,
    (state) => states.push(state),
  )
  const settle = async (outcome: Outcome<string>) => {
    waiting.shift()!(outcome)
    await turns()
  }
  return { ...writer, log, states, settle, now: () => states.at(-1) }
}

test('what was sent is told, the screen is read again, and only then it counts as done', async () => {
  const { write, log, settle, now } = begin()
  const written = write('a')
  await turns()
  expect(now()).toEqual({ underWay: ['a'] })
  await settle({ answer: 'yes' })
  expect(await written).toBe('yes')
  expect(log).toEqual(['send a', 'yes', 'read again', 'done yes a'])
  expect(now()).toEqual({ underWay: [] })
})

test('what a refusal starts has ended before the screen is read again', async () => {
  let end = () => {}
  const { write, log, settle, now } = begin({
    onOutcome: () => new Promise<void>((resolve) => (end = resolve)),
  })
  write('a')
  await turns()
  await settle({ problem: refusal })
  expect(now()).toEqual({ underWay: [], problem: refusal })
  expect(log).toEqual(['send a'])
  end()
  await turns()
  expect(log).toEqual(['send a', 'read again'])
})

test('a double press is sent once', async () => {
  const { write, log, settle } = begin()
  write('a')
  expect(await write('a')).toBeUndefined()
  await settle({ answer: 'yes' })
  expect(log.filter((line) => line.startsWith('send'))).toEqual(['send a'])
  write('a')
  await turns()
  expect(log.at(-1)).toBe('send a')
})

test('it stays under way until the screen shows it', async () => {
  const reading = Promise.withResolvers<void>()
  const { write, settle, now } = begin({ readAgain: () => reading.promise })
  write('a')
  await turns()
  await settle({ answer: 'yes' })
  expect(now()).toEqual({ underWay: ['a'] })
  reading.resolve()
  await turns()
  expect(now()).toEqual({ underWay: [] })
})

test('in turn, each is sent after the one before, and all are shown meanwhile', async () => {
  const { write, log, settle, now } = begin({ inTurn: true })
  write('a')
  write('b')
  await turns()
  expect(now()).toEqual({ underWay: ['a', 'b'] })
  expect(log).toEqual(['send a'])
  await settle({ answer: 'one' })
  expect(log).toContain('send b')
  expect(now()).toEqual({ underWay: ['b'] })
  await settle({ answer: 'two' })
  expect(now()).toEqual({ underWay: [] })
})

test('what is written after an undo has begun is sent once that is over', async () => {
  const { write, takeTurn, log, settle } = begin({ inTurn: true })
  write('solve')
  await turns()
  await settle({ answer: 'one' })
  const undone = Promise.withResolvers<void>()
  takeTurn(async () => {
    log.push('undo')
    await undone.promise
  })
  write('solve again')
  await turns()
  expect(log.filter((line) => /^send|^undo/.test(line))).toEqual(['send solve', 'undo'])
  undone.resolve()
  await turns()
  expect(log.at(-1)).toBe('send solve again')
})

test('in turn unless the same, a double press is sent once and another one waits for it', async () => {
  const { write, log, settle } = begin({ inTurn: 'unless-same' })
  write('restore')
  expect(await write('restore')).toBeUndefined()
  write('publish')
  await turns()
  expect(log).toEqual(['send restore'])
  await settle({ answer: 'yes' })
  expect(log.filter((line) => line.startsWith('send'))).toEqual(['send restore', 'send publish'])
})

test('in turn unless the same, it is sent again while the screen is still being read', async () => {
  const { write, log, settle } = begin({ inTurn: 'unless-same', readAgain: () => new Promise(() => {}) })
  write('publish')
  await turns()
  await settle({ answer: 'yes' })
  write('publish')
  await turns()
  expect(log).toEqual(['send publish', 'yes', 'send publish'])
})

test('in turn, a refused one does not hold back the next', async () => {
  const { write, log, settle } = begin({ inTurn: true })
  write('a')
  write('b')
  await turns()
  await settle({ problem: refusal })
  await settle({ answer: 'two' })
  expect(log.at(-1)).toBe('done two b')
})

test('in turn, a refusal stays while what was sent with it is done', async () => {
  const { write, settle, now } = begin({ inTurn: true })
  write('a')
  write('b')
  await turns()
  await settle({ problem: refusal })
  await settle({ answer: 'two' })
  expect(now()).toEqual({ underWay: [], problem: refusal })
})

test('a refusal stays until the next try, and the screen is read again, since somebody else may be the cause', async () => {
  const { write, log, settle, now } = begin()
  const written = write('a')
  await turns()
  await settle({ problem: refusal })
  expect(await written).toBeUndefined()
  expect(log).toEqual(['send a', 'ticket-closed', 'read again'])
  expect(now()).toEqual({ underWay: [], problem: refusal })
  write('a')
  expect(now()).toEqual({ underWay: ['a'] })
})

test('a refused one may be tried again while the screen is still being read', async () => {
  const { write, log, settle, now } = begin({ readAgain: () => new Promise(() => {}) })
  write('a')
  await turns()
  await settle({ problem: refusal })
  expect(now()).toEqual({ underWay: [], problem: refusal })
  write('b')
  await turns()
  expect(log.at(-1)).toBe('send b')
})

test('a refusal can be dismissed', async () => {
  const { write, dismissProblem, settle, now } = begin()
  write('a')
  await turns()
  await settle({ problem: refusal })
  dismissProblem()
  expect(now()).toEqual({ underWay: [] })
})

test('without a connection nothing is read again', async () => {
  const { write, log, settle } = begin()
  write('a')
  await turns()
  await settle({ problem: { ...refusal, status: 0, code: 'unreachable' } })
  expect(log).toEqual(['send a', 'unreachable'])
})

test('a write that breaks is over, and the next one goes', async () => {
  const send = vi.fn<(input: string) => Promise<Outcome<string>>>().mockRejectedValueOnce(new Error('broken'))
  const { write, now } = begin({ send: send.mockResolvedValue({ answer: 'yes' }) })
  await expect(write('a')).rejects.toThrow('broken')
  expect(now()).toEqual({ underWay: [] })
  expect(await write('b')).toBe('yes')
})
