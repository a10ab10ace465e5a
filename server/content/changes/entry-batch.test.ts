import { afterEach, describe, expect, test } from 'vitest'
import { type Batch, cancelBatch, listBatches, showBatch, undoBatch } from '#contract/bulk/batches.ts'
import { createContentCategory } from '#contract/content/categories.ts'
import { changeEntries, countEntries } from '#contract/content/changes.ts'
import { changeEntry, listEntries, publishEntry, showEntry } from '#contract/content/entries.ts'
import { deleteOldBatches } from '#server/bulk/batches/queries.ts'
import { stepBatch } from '#server/bulk/batches/step-batch.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, globex, newMember, owner, type Person, platform, runJobs } from '#test/world.ts'
import { entryBatch } from './entry-batch.ts'

type StartedBatch = Batch & { code?: string }
type Model = Awaited<ReturnType<typeof newModel>>

const asAgent = as(acme.agent)
const begin = (body: object, person: Person = acme.agent) =>
  as(person)(changeEntries, { body: body as never }) as Promise<StartedBatch>
const show = (id: string, person: Person = acme.agent) => as(person)(showBatch, { params: { id } })
const undo = (id: string) => asAgent(undoBatch, { params: { id } })
const cancel = (id: string, person: Person = acme.agent) => as(person)(cancelBatch, { params: { id } })
const entryOf = (id: string) => asAgent(showEntry, { params: { id }, query: {} })
const titlesIn = async (model: Model, query: object = {}) => {
  const { items } = await asAgent(listEntries, { query: { model: model.key, order: 'title', ...query } })
  return items.map(({ title }) => title)
}

async function finish(begun: StartedBatch) {
  expect(begun.code).toBeUndefined()
  await runJobs()
  return show(begun.id)
}

async function newEntries(model: Model, titles: string[]) {
  const made = []
  for (const title of titles) made.push((await newEntry(model, { title })).id)
  return made
}

/** Cancels all running batches, so that they do not affect the next test. */
afterEach(async () => {
  await owner.query(`update batches set state = 'cancelled', ended_at = now() where state in ('waiting', 'running')`)
})

describe('all that match', () => {
  test('are changed, also where what is done to one takes it out of the list', async () => {
    const model = await newModel()
    const titles = Array.from({ length: 31 }, (_, number) => `Plan ${String(number).padStart(2, '0')}`)
    await newEntries(model, [...titles, 'Other'])
    const query = { model: model.key, status: 'draft', q: 'plan' }
    expect(await asAgent(countEntries, { query: query as never })).toEqual({ count: 31, isMore: false })
    const batch = await finish(await begin({ change: { act: 'publish' }, query }))
    expect(batch).toMatchObject({ state: 'done', total: 31, done: 31, failed: 0, canUndo: false })
    expect(await titlesIn(model, { status: 'draft' })).toEqual(['Other'])
  })

  test('are unpublished where they are live, and the others are not counted', async () => {
    const model = await newModel()
    const live = await newLiveEntry(model, { title: 'Live' })
    const drafts = await newEntries(model, ['Draft', 'Other draft'])
    const query = { model: model.key }
    const batch = await finish(await begin({ change: { act: 'unpublish' }, query }))
    expect(batch).toMatchObject({ state: 'done', total: 1, done: 1, failed: 0 })
    expect(await entryOf(live.id)).toMatchObject({ status: 'draft' })
    expect((await begin({ change: { act: 'unpublish' }, ids: [live.id, ...drafts] })).code).toBe('batch-empty')
  })

  test('are those there were when it began', async () => {
    const model = await newModel()
    await newEntries(model, ['Old one', 'Old two'])
    const begun = await begin({ change: { act: 'label', add: ['kept'] }, query: { model: model.key } })
    await newEntries(model, ['New one'])
    expect(await finish(begun)).toMatchObject({ done: 2 })
    expect(await titlesIn(model, { label: 'kept' })).toEqual(['Old one', 'Old two'])
  })

  test('are refused where there are none, and where a query asks for what is not there', async () => {
    const model = await newModel()
    expect((await begin({ change: { act: 'trash' }, query: { model: model.key } })).code).toBe('batch-empty')
    expect((await begin({ change: { act: 'trash' }, query: { filter: 'filter[a][eq]=1' } })).code).toBe('query-unknown')
    expect((await begin({ change: { act: 'trash' } })).code).toBe('invalid')
  })
})

test('what is refused is named with its reason, and the rest goes on', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'price', kind: 'decimal', required: 'on_publish' },
    ],
  })
  const bad = await newEntry(model, { title: 'Without a price' })
  const good = await newEntry(model, { title: 'With one', price: '1.50' })
  const gone = '01890000-0000-7000-8000-000000000000'
  const batch = await finish(await begin({ change: { act: 'publish' }, ids: [bad.id, gone, good.id, good.id] }))
  expect(batch).toMatchObject({ state: 'done', total: 3, done: 1, failed: 2 })
  expect(batch.failures).toEqual([
    { subject: bad.id, label: 'Without a price', detail: expect.stringMatching(/^price: [^.]+$/) },
    { subject: gone, label: '', detail: 'There is no such entry' },
  ])
  expect(await entryOf(good.id)).toMatchObject({ status: 'published' })
})

test('an agent does not publish what is reserved to admins', async () => {
  const model = await newModel({ publishers: 'admins' })
  const ids = await newEntries(model, ['Reserved'])
  expect(await finish(await begin({ change: { act: 'publish' }, ids }))).toMatchObject({ done: 0, failed: 1 })
  const byAdmin = await begin({ change: { act: 'publish' }, ids }, acme.admin)
  await runJobs()
  expect(await show(byAdmin.id, acme.admin)).toMatchObject({ done: 1 })
})

describe('the way back', () => {
  test('takes entries out of the trash, once', async () => {
    const model = await newModel()
    const ids = await newEntries(model, ['One', 'Two'])
    const batch = await finish(await begin({ change: { act: 'trash' }, ids }))
    expect(await titlesIn(model)).toEqual([])
    expect(batch).toMatchObject({ canUndo: true })
    expect(await finish(await undo(batch.id))).toMatchObject({ done: 2, undoes: batch.id, canUndo: false })
    expect(await titlesIn(model)).toEqual(['One', 'Two'])
    expect((await undo(batch.id)).code).toBe('batch-not-undoable')
  })

  test('takes the labels that it set, and leaves what was there and what others did since', async () => {
    const model = await newModel()
    const [first, second] = await newEntries(model, ['One', 'Two'])
    const place = { model: model.pluralKey, id: first! }
    await asAgent(changeEntry, { params: place, body: { labels: ['a', 'b'] } })
    const change = { act: 'label', add: ['a', 'c'], remove: ['b'] }
    const batch = await finish(await begin({ change, ids: [first, second] }))
    expect(await entryOf(first!)).toMatchObject({ labels: ['a', 'c'] })
    await asAgent(changeEntry, { params: place, body: { labels: ['a', 'c', 'd'], fields: { title: 'Mine' } } as never })
    await finish(await undo(batch.id))
    expect(await entryOf(first!)).toMatchObject({ labels: ['a', 'd', 'b'], fields: { title: 'Mine' } })
    expect(await entryOf(second!)).toMatchObject({ labels: [] })
  })

  test('puts each category back, but where somebody chose another since', async () => {
    const fields = [
      { key: 'title', kind: 'text' },
      { key: 'place', kind: 'category' },
    ] as never
    const model = await newModel({ fields })
    const [news, old, third] = await Promise.all(
      ['News', 'Old', 'Third'].map((name) =>
        as(acme.admin)(createContentCategory, { body: { name: `${name} of batch` } }),
      ),
    )
    const one = await newEntry(model, { title: 'One', place: old!.id })
    const two = await newEntry(model, { title: 'Two' })
    const change = { act: 'category', field: 'place', category: news!.id }
    const batch = await finish(await begin({ change, ids: [one.id, two.id] }))
    expect(await entryOf(one.id)).toMatchObject({ fields: { place: news!.id } })
    const place = { model: model.pluralKey, id: two.id }
    await asAgent(changeEntry, { params: place, body: { fields: { place: third!.id } } })
    expect(await finish(await undo(batch.id))).toMatchObject({ done: 1, failed: 1 })
    expect(await entryOf(one.id)).toMatchObject({ fields: { place: old!.id } })
    expect(await entryOf(two.id)).toMatchObject({ fields: { place: third!.id } })
  })

  test('is none from what readers had', async () => {
    const model = await newModel()
    const { id } = await newLiveEntry(model, { title: 'Live' })
    const batch = await finish(await begin({ change: { act: 'unpublish' }, ids: [id] }))
    expect(await entryOf(id)).toMatchObject({ status: 'draft' })
    expect((await undo(batch.id)).code).toBe('batch-not-undoable')
  })
})

describe('work that stops', () => {
  const context = (kinds: unknown[] = [entryBatch], stopping = new AbortController().signal) => ({
    kinds: kinds as never,
    platform,
    stopping,
    log: platform.log,
    inWorkspace: <T>(work: Parameters<typeof inWorkspace<T>>[2]) => inWorkspace(platform.app, acme.id, work),
  })

  test('goes on where it stood, and nothing is done twice, by however many', async () => {
    const model = await newModel()
    const ids = await newEntries(model, ['One', 'Two', 'Three', 'Four'])
    const { id } = await begin({ change: { act: 'publish' }, ids })
    const done: string[] = []
    const halting = {
      ...entryBatch,
      change: async (...given: Parameters<typeof entryBatch.change>) => {
        if (done.length === 2) throw new Error('The connection is lost')
        const before = await entryBatch.change(...given)
        done.push(given[1])
        return before
      },
    }
    await expect(stepBatch(context([halting]), id)).rejects.toThrow('lost')
    expect(await show(id)).toMatchObject({ state: 'running', done: 2 })
    await Promise.all([stepBatch(context(), id), stepBatch(context(), id)])
    await runJobs()
    expect(await show(id)).toMatchObject({ state: 'done', done: 4, failed: 0 })
    const { rows } = await owner.query(
      `select count(*)::int as count from history where type = 'entry.published' and subject_id = any($1)`,
      [ids],
    )
    expect(rows[0].count).toBe(4)
  })

  test('by a bug with one thing is given up for that one after some tries', async () => {
    const model = await newModel()
    const ids = await newEntries(model, ['Broken', 'Fine'])
    const { id } = await begin({ change: { act: 'publish' }, ids })
    const change = (...given: Parameters<typeof entryBatch.change>) =>
      given[1] === ids[0] ? Promise.reject(new Error('A bug')) : entryBatch.change(...given)
    const broken = context([{ ...entryBatch, change }])
    await expect(stepBatch(broken, id)).rejects.toThrow()
    await expect(stepBatch(broken, id)).rejects.toThrow()
    await stepBatch(broken, id)
    expect(await show(id)).toMatchObject({ state: 'done', done: 1, failed: 1, failures: [{ label: 'Broken' }] })
  })

  test('is cancelled between two changes', async () => {
    const model = await newModel()
    const ids = await newEntries(model, ['One', 'Two'])
    const { id } = await begin({ change: { act: 'publish' }, ids })
    expect(await cancel(id)).toMatchObject({ state: 'cancelled', done: 0 })
    await runJobs()
    expect(await titlesIn(model, { status: 'published' })).toEqual([])
  })

  test('ends where whoever asked has left the team', async () => {
    const model = await newModel()
    const { id } = await begin({ change: { act: 'trash' }, ids: await newEntries(model, ['One']) })
    await owner.query(`update members set status = 'deactivated' where id = $1`, [acme.agent.id])
    await runJobs()
    await owner.query(`update members set status = 'active' where id = $1`, [acme.agent.id])
    expect(await show(id)).toMatchObject({ state: 'failed', done: 0, reason: expect.stringContaining('member') })
  })
})

test('a workspace runs three long batches at a time, and short ones beside them', async () => {
  const model = await newModel()
  const [one] = await newEntries(model, ['One'])
  const long = [one, ...Array.from({ length: 25 }, (_, number) => `01890000-0000-7000-8000-0000000000${number + 10}`)]
  const change = { act: 'publish' }
  const { id } = await begin({ change, ids: long })
  expect(id).toBeDefined()
  for (const name of ['Pia', 'Paul']) await begin({ change, ids: long }, await newMember(acme, name))
  expect((await begin({ change, ids: long }, acme.admin)).code).toBe('too-many-batches')
  expect((await begin({ change, ids: [one] }, acme.admin)).code).toBeUndefined()
})

test('a member has one batch at work, and everybody sees their own', async () => {
  const model = await newModel()
  const ids = await newEntries(model, ['One'])
  const { id } = await begin({ change: { act: 'publish' }, ids })
  expect((await begin({ change: { act: 'publish' }, ids })).code).toBe('batch-at-work')
  const { items } = await asAgent(listBatches, { query: {} })
  expect(items[0]).toMatchObject({ id, state: 'waiting' })
  const ofAdmin = await as(acme.admin)(listBatches, { query: {} })
  expect(ofAdmin.items.map((batch) => batch.id)).not.toContain(id)
  expect(await show(id, acme.admin)).toMatchObject({ id })
})

test('what ended 30 days ago is forgotten with its things', async () => {
  const model = await newModel()
  const { id } = await finish(await begin({ change: { act: 'trash' }, ids: await newEntries(model, ['One']) }))
  await owner.query(`update batches set ended_at = now() - interval '31 days' where id = $1`, [id])
  await inWorkspace(platform.app, acme.id, deleteOldBatches)
  expect((await show(id)).code).toBe('batch-not-found')
  const { rows } = await owner.query('select 1 from batch_items where batch_id = $1', [id])
  expect(rows).toEqual([])
})

test('another workspace and customers find nothing, and change nothing', async () => {
  const model = await newModel()
  const ids = await newEntries(model, ['Canary'])
  const { id } = await begin({ change: { act: 'trash' }, ids })
  expect((await show(id, globex.admin)).code).toBe('batch-not-found')
  expect((await cancel(id, globex.admin)).code).toBe('batch-not-found')
  expect((await show(id, acme.customer)).code).toBe('not-allowed')
  await cancel(id)
  const theirs = await begin({ change: { act: 'trash' }, ids }, globex.admin)
  await runJobs()
  expect(await show(theirs.id, globex.admin)).toMatchObject({ done: 0, failed: 1, failures: [{ label: '' }] })
  expect(await titlesIn(model)).toEqual(['Canary'])
})

test('an entry that readers have as it is stays so, and is no failure', async () => {
  const model = await newModel()
  const { id } = await newEntry(model, { title: 'Twice' })
  await asAgent(publishEntry, { params: { model: model.pluralKey, id }, body: {} })
  expect(await finish(await begin({ change: { act: 'publish' }, ids: [id] }))).toMatchObject({ done: 1, failed: 0 })
})

test('two who take it back at the same moment take it back once', async () => {
  const model = await newModel()
  const ids = await newEntries(model, ['One', 'Two'])
  const { id } = await finish(await begin({ change: { act: 'trash' }, ids }))
  const both = await Promise.all([undo(id), as(acme.admin)(undoBatch, { params: { id } }) as Promise<StartedBatch>])
  expect(both.map(({ code }) => code).toSorted()).toEqual(['batch-not-undoable', undefined])
  await runJobs()
  expect(await titlesIn(model)).toEqual(['One', 'Two'])
})

test('of a field that takes many, categories are added and taken out, and given back', async () => {
  const fields = [
    { key: 'title', kind: 'text' },
    { key: 'places', kind: 'category', many: true },
    { key: 'place', kind: 'category' },
  ]
  const model = await newModel({ fields })
  const [first, second, third] = await Promise.all(
    ['First', 'Second', 'Third'].map((name) =>
      as(acme.admin)(createContentCategory, { body: { name: `${name} of many` } }),
    ),
  )
  const { id } = await newEntry(model, { title: 'One', places: [first!.id, second!.id] })
  const change = { act: 'categories', field: 'places', add: [third!.id], remove: [first!.id] }
  const batch = await finish(await begin({ change, ids: [id] }))
  expect(await entryOf(id)).toMatchObject({ fields: { places: [second!.id, third!.id] } })
  await finish(await undo(batch.id))
  expect(await entryOf(id)).toMatchObject({ fields: { places: [second!.id, first!.id] } })
  const single = await finish(await begin({ change: { ...change, field: 'place' }, ids: [id] }))
  expect(single).toMatchObject({ failed: 1, failures: [{ detail: expect.stringContaining('not many') }] })
})
