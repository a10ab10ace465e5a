import { expect, onTestFinished, test } from 'vitest'
import { systemActor } from '#contract/events.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { tellKeysChanged } from '#server/workspace/api-keys/change-keys.ts'
import { acme, globex, owner, platform } from '#test/world.ts'
import type { LiveEvent } from './read-events.ts'

const { hub } = platform

/** Records the types, the events and the number of `onTooMuch` calls that a listener of the workspace receives. */
function listen(workspaceId: string) {
  const changes: string[] = []
  const events: LiveEvent[] = []
  const heard = { changes, events, tooMuch: 0 }
  const leave = hub.subscribe(workspaceId, {
    onChange: (types) => changes.push(...types),
    onEvent: (event) => events.push(event),
    onTooMuch: () => {
      heard.tooMuch += 1
    },
  })
  onTestFinished(leave)
  return heard
}

/** Inserts events without NOTIFY, as if the NOTIFY of another process was lost. */
const insert = `insert into live_events (workspace_id, type) select $1, $2 from generate_series(1, $3)`
const happen = (type: string, { workspaceId = acme.id, times = 1 } = {}) =>
  owner.query(insert, [workspaceId, type, times])

const untilTold = (read: () => unknown[], type: string) => expect.poll(read, { timeout: 5000 }).toContain(type)

test('what nobody notified of is told all the same, once, and in its own workspace alone', async () => {
  const [own, other] = [listen(acme.id), listen(globex.id)]
  await happen('own.first')
  await untilTold(() => own.changes, 'own.first')
  await happen('other.later', { workspaceId: globex.id })
  await untilTold(() => other.changes, 'other.later')
  await expect.poll(() => [...own.events, ...other.events].length).toBe(2)
  expect([own.changes, own.events.map(({ type }) => type)]).toEqual([['own.first'], ['own.first']])
  expect([other.changes, other.events.map(({ type }) => type)]).toEqual([['other.later'], ['other.later']])
})

test('what began first and committed last is told when it is there', async () => {
  const heard = listen(acme.id)
  const slow = await owner.connect()
  try {
    await slow.query('begin')
    await slow.query(insert, [acme.id, 'slow.one', 1])
    await happen('quick.one')
    await untilTold(() => heard.changes, 'quick.one')
    expect(heard.changes).not.toContain('slow.one')
    await slow.query('commit')
  } finally {
    slow.release()
  }
  await untilTold(() => heard.events.map(({ type }) => type), 'slow.one')
  expect(heard.events.map(({ type }) => type)).toEqual(['quick.one', 'slow.one'])
})

test('what this process does while it looks is told once as well', async () => {
  const heard = listen(acme.id)
  for (let turn = 0; turn < 200; turn += 1)
    await inWorkspace(platform.app, acme.id, (tx) => tellKeysChanged(tx, systemActor))
  await expect.poll(() => heard.events.length, { timeout: 5000 }).toBe(200)
  await happen('after.those')
  await untilTold(() => heard.events.map(({ type }) => type), 'after.those')
  expect(heard.events.length).toBe(201)
  expect(new Set(heard.events.map(({ id }) => id)).size).toBe(201)
})

test('of very much at once is told that it was, and what follows one by one', async () => {
  const heard = listen(acme.id)
  await happen('much.more', { times: 1001 })
  await expect.poll(() => heard.tooMuch, { timeout: 5000 }).toBe(1)
  expect([heard.changes, heard.events]).toEqual([['much.more'], []])
  await happen('after.that')
  await untilTold(() => heard.events.map(({ type }) => type), 'after.that')
})

test('what happened while the process heard nothing is told once it hears again', async () => {
  const heard = listen(acme.id)
  const before = hub.listeningConnection()!
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'startup-tools listener' and datname = current_database()`,
  )
  await expect.poll(() => hub.isUpToDate()).toBe(false)
  await happen('missed.one')
  await expect.poll(() => hub.listeningConnection(), { timeout: 20_000 }).toBeGreaterThan(before)
  await untilTold(() => heard.events.map(({ type }) => type), 'missed.one')
  expect(hub.isUpToDate()).toBe(true)
})
