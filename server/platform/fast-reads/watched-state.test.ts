import { expect, onTestFinished, test } from 'vitest'
import { acme, globex, platform } from '#test/world.ts'
import { WatchedState } from './watched-state.ts'

/** Creates a `WatchedState`. `read` counts its readings and sets the workspace that they find. */
async function watch() {
  await expect.poll(() => platform.hub.isUpToDate()).toBe(true)
  const read = { times: 0, workspaceId: acme.id as string | null, until: Promise.resolve() }
  const watched = new WatchedState(platform.hub, ['content.changed'], async () => {
    read.times += 1
    await read.until
    return read.workspaceId === null ? null : { workspaceId: read.workspaceId, times: read.times }
  })
  onTestFinished(() => watched.leave())
  await watched.read()
  return { watched, read, lookedAt: Date.now() }
}

const say = () => platform.hub.tellLater(acme.id, new Set(['content.changed']), '0')

test('is looked at again while it is known, by whoever asks in the second half of that time', async () => {
  const { watched, read, lookedAt } = await watch()
  const before = read.times
  expect(watched.peek(lookedAt + 4_000)?.times).toBe(before)
  expect(read.times).toBe(before)
  expect(watched.peek(lookedAt + 6_000)?.times).toBe(before)
  await expect.poll(() => watched.peek()?.times).toBe(before + 1)
})

test('is no longer known when nobody asked for ten seconds', async () => {
  const { watched, read, lookedAt } = await watch()
  const before = read.times
  expect(watched.peek(lookedAt + 10_001)).toBeNull()
  expect(read.times).toBe(before)
})

test.each([
  ['is gone', null],
  ['went to another workspace', globex.id],
])('is no longer known once a look finds that it %s', async (_, workspaceId) => {
  const { watched, read, lookedAt } = await watch()
  read.workspaceId = workspaceId
  expect(watched.peek(lookedAt + 6_000)).not.toBeNull()
  // Uses a time at which the state has not expired, so that only the reading can make it unknown.
  await expect.poll(() => watched.peek(lookedAt)).toBeNull()
})

test('is looked at once it is heard that it changed, where anybody asked since the last look', async () => {
  const { watched, read } = await watch()
  const before = read.times
  say()
  expect(read.times).toBe(before)
  expect(watched.peek()).toBeNull()
  say()
  expect(read.times).toBe(before + 1)
  await expect.poll(() => watched.peek()?.times).toBe(before + 1)
})

test.each([
  ['for that look', false, 1],
  ['for another one where it was heard meanwhile that it changed', true, 2],
])('who asks while it is looked at waits %s', async (_, isChanged, looks) => {
  const { watched, read } = await watch()
  const before = read.times
  const held = Promise.withResolvers<void>()
  read.until = held.promise
  const asked = [watched.read()]
  if (isChanged) say()
  asked.push(watched.read(), watched.read())
  expect(read.times).toBe(before + 1)
  held.resolve()
  expect(await Promise.all(asked)).toEqual([true, true, true])
  expect(read.times).toBe(before + looks)
  expect(watched.peek()?.times).toBe(before + looks)
})
