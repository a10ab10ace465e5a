import { expect, onTestFinished, test } from 'vitest'
import { acme, globex, platform } from '#test/world.ts'
import { Watched } from './watched.ts'

/** Something that is watched, how often it was read, and of which workspace it is. */
async function watch() {
  await expect.poll(() => platform.hub.isUpToDate()).toBe(true)
  const read = { times: 0, workspaceId: acme.id as string | null }
  const watched = new Watched(platform.hub, ['content.changed'], async () => {
    read.times += 1
    return read.workspaceId === null ? null : { workspaceId: read.workspaceId, times: read.times }
  })
  onTestFinished(() => watched.leave())
  await watched.look()
  return { watched, read, lookedAt: Date.now() }
}

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
  // As of a moment at which its time is not over.
  await expect.poll(() => watched.peek(lookedAt)).toBeNull()
})
