import { describe, expect, onTestFinished, test } from 'vitest'
import {
  archiveEntry,
  changeEntry,
  deleteEntry,
  listEntries,
  publishEntry,
  sendEntryForReview,
  showEntry,
  unplanEntry,
  unpublishEntry,
} from '#contract/content/entries.ts'
import { changeContentModel } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, globex, newMember, owner, type Person } from '#test/world.ts'

type Answer = { id: string; code?: string; fields?: object; dangling?: object[]; _meta: { dangling?: object[] } }
type Model = Awaited<ReturnType<typeof newModel>>

const publish = (model: Model, id: string, body: object = {}, person: Person = acme.agent) =>
  as(person)(publishEntry, { params: { model: model.pluralKey, id }, body: body as never }) as Promise<Answer>
const show = (id: string, person: Person = acme.agent) => as(person)(showEntry, { params: { id }, query: {} })
const change = (model: Model, id: string, fields: Record<string, unknown>) =>
  as(acme.agent)(changeEntry, { params: { model: model.pluralKey, id }, body: { fields } })
const changeModel = (model: Model, body: object) =>
  as(acme.admin)(changeContentModel, { params: { id: model.id }, query: {}, body: body as never })

describe('what it leads to and nobody has', () => {
  const leading = () =>
    newModel({
      fields: [
        { key: 'title', kind: 'text', required: 'on_publish' },
        { key: 'to', kind: 'reference', many: true },
      ],
    })

  test('is told after publishing, by name, and is no more once it is live in any language', async () => {
    const model = await leading()
    const draft = await newEntry(model, { title: 'Draft' })
    const live = await newLiveEntry(model, { title: 'Live' })
    const { id } = await newEntry(model, { title: 'It', to: [draft.id, live.id] })
    const told = { id: draft.id, model: model.key, title: 'Draft', status: 'draft', isTrashed: false }
    expect((await publish(model, id))._meta.dangling).toEqual([told])
    await publish(model, draft.id)
    expect((await publish(model, id))._meta.dangling).toBeUndefined()
  })

  test('stands in the way of who asks for that, and then nothing is published', async () => {
    const model = await leading()
    const draft = await newEntry(model, { title: 'Draft' })
    const { id } = await newEntry(model, { title: 'It', to: [draft.id] })
    const refused = await publish(model, id, { dangling: 'refuse' })
    expect(refused).toMatchObject({ code: 'references-dangle', dangling: [{ id: draft.id }] })
    expect((await show(id)).status).toBe('draft')
  })

  test('is published together with it, also what those lead to is asked for', async () => {
    const model = await leading()
    const last = await newEntry(model, { title: 'Last' })
    const next = await newEntry(model, { title: 'Next', to: [last.id] })
    const { id } = await newEntry(model, { title: 'It', to: [next.id] })
    const refused = await publish(model, id, { dangling: 'refuse', with: [next.id] })
    expect(refused.dangling).toMatchObject([{ id: last.id }])
    expect(await publish(model, id, { dangling: 'refuse', with: [next.id, last.id] })).toMatchObject({ id })
    expect((await show(last.id)).status).toBe('published')
  })

  test('is planned together with it, and what is planned by then does not dangle', async () => {
    const model = await leading()
    const next = await newEntry(model, { title: 'Next' })
    const { id } = await newEntry(model, { title: 'It', to: [next.id] })
    const at = new Date(Date.now() + 3_600_000).toISOString()
    expect((await publish(model, id, { at, dangling: 'refuse' })).code).toBe('references-dangle')
    await publish(model, id, { at, dangling: 'refuse', with: [next.id] })
    const plans = await Promise.all([id, next.id].map(async (one) => (await show(one)).languages[0]!.publishAt))
    expect(plans.map((plan) => new Date(plan!).toISOString())).toEqual([at, at])
    const later = await newEntry(model, { title: 'Later', to: [next.id] })
    expect((await publish(model, later.id, { at, dangling: 'refuse' })).code).toBeUndefined()
  })

  test('that is not fit for readers refuses the plan for all', async () => {
    const model = await leading()
    const next = await newEntry(model, {})
    const { id } = await newEntry(model, { title: 'It', to: [next.id] })
    const at = new Date(Date.now() + 3_600_000).toISOString()
    expect((await publish(model, id, { at, with: [next.id] })).code).toBe('entry-invalid')
    expect((await show(id)).languages[0]!.publishAt).toBeNull()
  })

  test('in the trash is told as such', async () => {
    const model = await leading()
    const gone = await newEntry(model, { title: 'Gone' })
    const { id } = await newEntry(model, { title: 'It', to: [gone.id] })
    await as(acme.agent)(deleteEntry, { params: { model: model.pluralKey, id: gone.id } })
    expect((await publish(model, id))._meta.dangling).toMatchObject([{ id: gone.id, isTrashed: true }])
  })
})

test('two who publish the same entries together from either side both do', async () => {
  const model = await newModel()
  const [one, other] = [await newLiveEntry(model, { title: 'One' }), await newLiveEntry(model, { title: 'Other' })]
  const rounds = Array.from({ length: 10 }, (_, round) => round)
  const codes: (string | undefined)[] = []
  for (const round of rounds) {
    await change(model, one.id, { title: `One ${round}` })
    await change(model, other.id, { title: `Other ${round}` })
    const both = await Promise.all([
      publish(model, one.id, { with: [other.id] }),
      publish(model, other.id, { with: [one.id] }, acme.admin),
    ])
    codes.push(...both.map(({ code }) => code))
  }
  expect(codes.filter(Boolean)).toEqual([])
})

test('what somebody begins to need at that moment is not thrown away', async () => {
  const people = await newModel()
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'author', kind: 'reference', onDelete: 'restrict' },
    ],
  })
  const author = await newEntry(people, { title: 'Mina' })
  const { id } = await newEntry(model, { title: 'Post' })
  const holder = await owner.connect()
  onTestFinished(() => holder.release())
  await holder.query('begin')
  await holder.query('select 1 from content_models where workspace_id = $1 and id = $2 for update', [acme.id, model.id])
  const saving = change(model, id, { author: author.id })
  await untilWaiting(1)
  const throwing = as(acme.agent)(deleteEntry, { params: { model: people.pluralKey, id: author.id } })
  await Promise.race([throwing, untilWaiting(2)])
  await holder.query('commit')
  expect((await saving).code).toBeUndefined()
  expect(await throwing).toMatchObject({ code: 'entry-used' })
})

describe('within components', () => {
  async function nested() {
    const part = await newModel({
      kind: 'component',
      fields: [
        { key: 'label', kind: 'text', required: 'on_publish' },
        { key: 'more', kind: 'text' },
      ],
    })
    const card = await newModel({
      kind: 'component',
      fields: [
        { key: 'heading', kind: 'text', required: 'on_publish' },
        { key: 'parts', kind: 'group', component: part.key, many: true },
        { key: 'hasExtra', kind: 'boolean' },
      ],
    })
    const model = await newModel({
      fields: [
        { key: 'title', kind: 'text' },
        { key: 'sections', kind: 'blocks', components: [card.key] },
        { key: 'seo', kind: 'group', component: part.key },
      ],
    })
    return { part, card, model }
  }

  test('what is missing at any depth stands in the way of publishing, each by its place', async () => {
    const { card, model } = await nested()
    const sections = [
      { type: card.key, heading: 'Fine' },
      { type: card.key, parts: [{ label: 'One' }, { more: 'Two' }] },
    ]
    const { id } = await newEntry(model, { title: 'It', sections, seo: { more: 'x' } })
    const faults = {
      'sections.1.heading': 'Fill in Heading',
      'sections.1.parts.1.label': 'Fill in Label',
      'seo.label': 'Fill in Label',
    }
    expect((await show(id)).problems).toEqual(faults)
    expect(await publish(model, id)).toMatchObject({ code: 'entry-invalid', fields: faults })
    const whole = [{ type: card.key, heading: 'Fine', parts: [{ label: 'One' }, { label: 'Two' }] }]
    await change(model, id, { sections: whole, seo: { label: 'y' } })
    expect((await publish(model, id)).code).toBeUndefined()
  })

  test('checks that were made stricter hold before publishing, also how many there may be', async () => {
    const { part, card, model } = await nested()
    const sections = [{ type: card.key, heading: 'Long enough' }]
    const { id } = await newEntry(model, { title: 'It', sections, seo: { label: 'ok' } })
    await changeModel(part, { fields: [{ id: part.fields[0]!.id, minLength: 5 }] })
    await changeModel(card, { fields: [{ id: card.fields[0]!.id, maxLength: 4 }] })
    await changeModel(model, { fields: [{ id: model.fields[1]!.id, min: 2 }] })
    expect((await publish(model, id)).fields).toMatchObject({
      sections: 'Add at least 2',
      'sections.0.heading': expect.stringContaining('at most 4'),
      'seo.label': expect.stringContaining('at least 5'),
    })
  })

  test('what is always needed is asked for at each save', async () => {
    const { part, model } = await nested()
    const { id } = await newEntry(model, { title: 'It', seo: { more: 'x' } })
    await changeModel(part, { fields: [{ id: part.fields[0]!.id, required: 'always' }] })
    expect(await change(model, id, { title: 'Other' })).toMatchObject({
      code: 'entry-invalid',
      fields: { 'seo.label': 'Fill in Label' },
    })
  })

  test('what is not shown is not asked for', async () => {
    const part = await newModel({ kind: 'component', fields: [{ key: 'label', kind: 'text', required: 'on_publish' }] })
    const model = await newModel({
      fields: [
        { key: 'has', kind: 'boolean' },
        { key: 'it', kind: 'group', component: part.key, many: true },
      ],
    })
    const [has, it] = model.fields
    await changeModel(model, { fields: [{ id: it!.id, condition: { field: has!.id, equals: true } }] })
    const { id } = await newEntry(model, { has: false, it: [{}] })
    expect((await publish(model, id)).code).toBeUndefined()
    await change(model, id, { has: true })
    expect(await publish(model, id)).toMatchObject({ fields: { 'it.0.label': 'Fill in Label' } })
  })
})

describe('publishing by named members', () => {
  test('is for those and admins, at once, at a time and taking away', async () => {
    const named = await newMember(acme, 'Nora')
    const model = await newModel({ publishers: 'named', publisherIds: [named.id] })
    const { id } = await newEntry(model, { title: 'It' })
    const at = new Date(Date.now() + 3_600_000).toISOString()
    expect((await publish(model, id)).code).toBe('publishing-reserved')
    expect((await publish(model, id, { at })).code).toBe('publishing-reserved')
    expect([(await show(id)).canPublish, (await show(id, named)).canPublish]).toEqual([false, true])
    expect((await publish(model, id, {}, named)).code).toBeUndefined()
    const unpublish = { params: { model: model.pluralKey, id }, query: {} }
    expect((await as(acme.agent)(unpublishEntry, unpublish)).code).toBe('publishing-reserved')
    expect((await as(acme.agent)(archiveEntry, { ...unpublish, body: {} })).code).toBe('publishing-reserved')
    expect((await as(acme.agent)(unplanEntry, unpublish)).code).toBeUndefined()
    await change(model, id, { title: 'Later' })
    await publish(model, id, { at }, named)
    expect((await as(acme.agent)(unplanEntry, unpublish)).code).toBe('publishing-reserved')
    expect((await as(named)(unplanEntry, unpublish)).code).toBeUndefined()
    expect((await publish(model, id, {}, acme.admin)).code).toBeUndefined()
  })

  test('names people of the team alone', async () => {
    const refused = await newModel({ publishers: 'named', publisherIds: [globex.agent.id] })
    expect(refused).toMatchObject({ code: 'publisher-not-active' })
  })
})

test('a reviewer is somebody who may publish it, and finds what waits for them', async () => {
  const named = await newMember(acme, 'Rita')
  const model = await newModel({ publishers: 'named', publisherIds: [named.id] })
  const { id } = await newEntry(model, { title: 'Waits' })
  await newEntry(model, { title: 'Does not' })
  const send = (reviewer: string | null) =>
    as(acme.agent)(sendEntryForReview, { params: { model: model.pluralKey, id }, body: { reviewer } })
  expect((await send(acme.agent.id)).code).toBe('reviewer-unfit')
  expect((await send(globex.agent.id)).code).toBe('owner-not-active')
  await send(named.id)
  const query = { model: model.key, status: 'in_review', reviewer: named.id } as never
  expect((await as(named)(listEntries, { query })).items.map(({ title }) => title)).toEqual(['Waits'])
  const others = { model: model.key, reviewer: acme.admin.id }
  expect((await as(named)(listEntries, { query: others })).items).toEqual([])
})
