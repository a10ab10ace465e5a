import { afterEach, expect, test } from 'vitest'
import { countEntries } from '#contract/content/changes.ts'
import { listEntries } from '#contract/content/entries.ts'
import { listTickets } from '#contract/tickets/tickets.ts'
import { createLimiter, limits } from '#server/platform/http/limits.ts'
import { callName } from '#server/platform/http/platform.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, app, globex, newMember, owner, type Person, platform } from '#test/world.ts'

const model = await newModel({ name: 'Tale' })
await newEntry(model, { title: 'One' })
const query = { model: model.key, filter: new URLSearchParams([['filter[title]', 'One']]).toString() }
const filtered = (person: Person) => as(person)(listEntries, { query })
const counted = (person: Person) => as(person)(countEntries, { query })

const { limiter } = platform
afterEach(() => {
  platform.limiter = limiter
})

/** Locks the entries, so that readers wait. The returned function releases the lock. */
async function holdEntries() {
  const holder = await owner.connect()
  await holder.query('begin; lock table content_entries in access exclusive mode')
  return () => holder.query('rollback').finally(() => holder.release())
}

const listReading = async () =>
  (await owner.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .rows

test('one member has one filter read at once, by whatever sessions and keys, and others have their turn', async () => {
  const [one, other] = [await newMember(acme, 'One', 'AdminUser'), await newMember(acme, 'Other')]
  const key: Person = { ...one, token: (await newContentKey({ ...acme, admin: one }, 'management')).secret }
  await Promise.all([filtered(one), filtered(other), filtered(key)])
  const letGo = await holdEntries()
  const asked: Promise<unknown>[] = [filtered(one), filtered(key), counted(one), filtered(one), filtered(key)]
  const meanwhile = await untilWaiting(1)
    .then(async () => {
      asked.push(filtered(other))
      await untilWaiting(2)
      const others = [as(acme.agent)(listTickets, { query: {} }), filtered(globex.agent)]
      return [await Promise.all(others), await listReading()]
    })
    .finally(letGo)
  expect(meanwhile).toMatchObject([
    [{ items: expect.any(Array) }, { code: 'model-not-found' }],
    [{}, {}],
  ])
  expect(await Promise.all(asked)).toEqual(asked.map(() => expect.not.objectContaining({ code: expect.anything() })))
})

test('of pages, which hold a connection while they wait, few wait', async () => {
  const { id, name, domain } = { ...(await newMember(acme, 'Paging')), name: 'Paging' }
  const caller = { kind: 'member', id, name, domain, workspaceId: acme.id, isAdmin: false, key: null } as never
  const ends: (() => void)[] = []
  const enter = () => new Promise<never>((_, reject) => ends.push(() => reject(new Error('Ended'))))
  const page = () => app.calls.get(callName(listEntries))!.call(caller, { query }, enter)
  const pages = [page(), page(), page()]
  await expect(page()).rejects.toMatchObject({ code: 'took-too-long' })
  expect(ends).toHaveLength(1)
  for (const one of pages) {
    ends.pop()!()
    await expect(one).rejects.toThrow('Ended')
  }
})

test('so many filters a minute are a member’s, and lists without one are not counted', async () => {
  const member = await newMember(acme, 'Counting')
  platform.limiter = createLimiter(1)
  for (let asked = 1; asked < limits.draftFilters.most; asked += 1)
    platform.limiter.count(limits.draftFilters, member.id)
  expect(await filtered(member)).toMatchObject({ items: [{ title: 'One' }] })
  expect(await filtered(member)).toMatchObject({ status: 429, code: 'too-many-requests' })
  expect(await as(member)(listEntries, { query: {} })).toMatchObject({ items: expect.any(Array) })
})
