import { expect, test } from 'vitest'
import { listContent, showContent } from '#contract/content/delivery.ts'
import { changeEntry, publishEntry, restoreEntryVersion, showEntry, unpublishEntry } from '#contract/content/entries.ts'
import { changeContentModel } from '#contract/content/models.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, owner, runJobs, settings } from '#test/world.ts'

// Tests faults that users of similar systems report in their issue trackers. Each test title quotes such a report.

type Answer = Record<string, unknown> & { id: string; code?: string; items: Answer[]; next: string | null }
type EntryAddress = { model: { pluralKey: string }; id: string }

await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
const host = { host: `${acme.domain}.${settings.rootDomain}` }
const params = ({ model, id }: EntryAddress) => ({ params: { model: model.pluralKey, id } })
const change = (place: EntryAddress, body: object, person = acme.agent) =>
  as(person)(changeEntry, { ...params(place), body }) as unknown as Promise<Answer>
const publish = (place: EntryAddress, body: object = {}) => as(acme.agent)(publishEntry, { ...params(place), body })
const read = (place: EntryAddress, query: Record<string, string> = {}) =>
  as(null)(showContent, { ...params(place), query }, host) as unknown as Promise<Answer>
const list = (model: { pluralKey: string }, query: Record<string, string>) =>
  as(null)(listContent, { params: { model: model.pluralKey }, query }, host) as unknown as Promise<Answer>
const draft = (id: string, locale = 'en') => as(acme.agent)(showEntry, { params: { id }, query: { locale } })

test('"publishing one language overwrites another"', async () => {
  const model = await newModel({
    ...{ isPublic: true, localized: true },
    fields: [
      { key: 'title', kind: 'text', localized: true },
      { key: 'price', kind: 'integer' },
    ],
  })
  const { id } = await newLiveEntry(model, { title: 'Chair', price: 1 })
  const place = { model, id }
  await change(place, { locale: 'hr', fields: { title: 'Stolica' } })
  await publish(place, { locales: ['hr'] })
  await change(place, { fields: { title: 'Armchair', price: 2 } })
  await change(place, { locale: 'hr', fields: { title: 'Fotelja' } })
  await publish(place, { locales: ['hr'] })
  expect(await read(place)).toMatchObject({ title: 'Chair', price: 1 })
  expect(await read(place, { locale: 'hr' })).toMatchObject({ title: 'Fotelja', price: 2 })
  expect([(await draft(id)).fields, (await draft(id, 'hr')).fields]).toMatchObject([
    { title: 'Armchair', price: 2 },
    { title: 'Fotelja', price: 2 },
  ])
})

test('"relations are lost on publish or discard"', async () => {
  const people = await newModel({ isPublic: true })
  const posts = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'author', kind: 'reference', models: [people.key] },
      { key: 'others', kind: 'reference', many: true, models: [people.key] },
    ],
  })
  const [mina, carl] = [await newLiveEntry(people, { title: 'Mina' }), await newLiveEntry(people, { title: 'Carl' })]
  const leads = { author: mina.id, others: [carl.id, mina.id] }
  const { id } = await newLiveEntry(posts, { title: 'Post', ...leads })
  const place = { model: posts, id }
  const led = { author: { id: mina.id }, others: [{ id: carl.id }, { id: mina.id }] }
  await change(place, { fields: { title: 'Again' } })
  await publish(place)
  expect(await read(place)).toMatchObject({ title: 'Again', ...led })
  await publish({ model: people, id: mina.id }, { locales: ['en'] })
  await publish({ model: people, id: carl.id }, { locales: ['en'] })
  expect(await read(place)).toMatchObject(led)
  // Restores the published version, which discards the later changes.
  await change(place, { fields: { author: null, others: [] } })
  const { rows } = await owner.query('select live_version from content_texts where entry_id = $1', [id])
  await as(acme.agent)(restoreEntryVersion, { ...params(place), body: { number: rows[0].live_version } })
  expect((await draft(id)).leads.map((lead) => lead.id).toSorted()).toEqual([mina.id, carl.id].toSorted())
  await as(acme.agent)(unpublishEntry, { ...params(place), query: {} })
  await publish(place)
  expect(await read(place)).toMatchObject(led)
})

test('"a renamed field drops its data"', async () => {
  const model = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'sum', kind: 'integer' },
    ],
  })
  const live = await newLiveEntry(model, { title: 'Live', sum: 3 })
  const { id } = await newEntry(model, { title: 'Draft', sum: 4 })
  const body = { sunsetDays: 0, fields: [{ id: model.fields[1]!.id, key: 'total' }] }
  await as(acme.admin)(changeContentModel, { params: { id: model.id }, query: {}, body })
  expect(await read({ model, id: live.id })).toMatchObject({ total: 3 })
  await runJobs()
  expect(await read({ model, id: live.id })).toMatchObject({ total: 3 })
  await publish({ model, id })
  expect(await read({ model, id })).toMatchObject({ total: 4 })
  expect(await read({ model, id })).not.toHaveProperty('sum')
})

test('"two editors overwrite each other"', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'body', kind: 'markdown' },
      { key: 'note', kind: 'text' },
    ],
  })
  const { id } = await newEntry(model, { title: 'One', body: 'First', note: 'Old' })
  const place = { model, id }
  const answers = await Promise.all([
    change(place, { base: 1, fields: { title: 'Hers', note: 'Of her' } }),
    change(place, { base: 1, fields: { body: 'His' } }, acme.admin),
    change(place, { base: 1, fields: { title: 'Third' } }, acme.admin),
  ])
  // Exactly one of the two changes of the title is refused, in whichever order they arrive.
  expect(answers.filter(({ code }) => code === 'conflict')).toHaveLength(1)
  const [hers, , third] = answers
  const kept = hers!.code ? { title: 'Third', note: 'Old' } : { title: 'Hers', note: 'Of her' }
  expect(hers!.code ?? third!.code).toBe('conflict')
  expect((await draft(id)).fields).toMatchObject({ ...kept, body: 'His' })
})

test('"a scheduled publish never fires"', async () => {
  const model = await newModel({ isPublic: true })
  const { id } = await newEntry(model, { title: 'Later' })
  await publish({ model, id }, { at: new Date(Date.now() + 3_600_000).toISOString() })
  await runJobs()
  expect((await read({ model, id })).code).toBe('entry-not-found')
  // Simulates a server that was down for a day after the scheduled time.
  await owner.query(`update content_texts set publish_at = now() - interval '1 day' where entry_id = $1`, [id])
  await runJobs({ laterSeconds: 90_000 })
  await runJobs({ laterSeconds: 90_000 })
  expect(await read({ model, id })).toMatchObject({ title: 'Later' })
  const { rows } = await owner.query(
    `select count(*)::int as times from history where subject_id = $1 and type = 'entry.published'`,
    [id],
  )
  expect(rows[0].times).toBe(1)
})

test('"page/offset only"', async () => {
  const model = await newModel({ isPublic: true })
  for (const title of ['One', 'Two', 'Three', 'Four']) await newLiveEntry(model, { title })
  const titlesOf = ({ items }: Answer) => items.map(({ title }) => title)
  const first = await list(model, { limit: '2' })
  expect(titlesOf(first)).toEqual(['Four', 'Three'])
  // With a cursor, a publication during paging does not shift the next page. With page numbers, it does.
  await newLiveEntry(model, { title: 'Five' })
  expect(titlesOf(await list(model, { limit: '2', after: first.next! }))).toEqual(['Two', 'One'])
  expect(titlesOf(await list(model, { limit: '2', page: '2' }))).toEqual(['Three', 'Two'])
})

test('"conditional requests that always answer 200"', async () => {
  const model = await newModel({ isPublic: true })
  const { id } = await newLiveEntry(model, { title: 'One' })
  const place = { model, id }
  const one = (headers = {}) => ask(null, showContent, { ...params(place), query: {} }, { ...host, ...headers })
  const all = (headers = {}) =>
    ask(null, listContent, { params: { model: model.pluralKey }, query: {} }, { ...host, ...headers })
  for (const get of [one, all]) {
    const known = { 'if-none-match': String((await get()).headers.etag) }
    expect((await get({ ...known, 'cache-control': 'no-cache' })).statusCode).toBe(304)
    expect((await get({ 'if-none-match': `"other", W/${known['if-none-match']}` })).statusCode).toBe(304)
    await change(place, { fields: { title: `Draft ${get === one}` } })
    expect((await get(known)).statusCode).toBe(304)
    await publish(place)
    expect((await get(known)).statusCode).toBe(200)
  }
})
