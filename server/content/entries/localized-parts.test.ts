import { beforeAll, expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import { changeEntry, publishEntry, restoreEntryVersion, showEntry } from '#contract/content/entries.ts'
import { changeContentModel } from '#contract/content/models.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, type Person, settings } from '#test/world.ts'

beforeAll(async () => {
  await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
})

type Fields = Record<string, unknown>
type Section = Fields & { id?: string }

// Creates a model with shared sections and a shared group for search engines. Some fields of their components are
// localized.
async function newPages({ isLocalized = true } = {}) {
  const localized = isLocalized
  const link = await newModel({
    kind: 'component',
    fields: [
      { key: 'href', kind: 'text' },
      { key: 'label', kind: 'text', localized },
    ],
  })
  const hero = await newModel({
    kind: 'component',
    fields: [
      { key: 'theme', kind: 'text' },
      { key: 'heading', kind: 'text', localized },
      { key: 'links', kind: 'group', component: link.id, many: true },
    ],
  })
  const seo = await newModel({ kind: 'component', fields: [{ key: 'title', kind: 'text', localized }] })
  const model = await newModel({
    localized: true,
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text', localized: true },
      { key: 'slug', kind: 'slug', localized: true },
      { key: 'seo', kind: 'group', component: seo.id },
      { key: 'sections', kind: 'blocks', components: [hero.id] },
    ],
  })
  return { ...model, hero, link, seo }
}
type Pages = Awaited<ReturnType<typeof newPages>>

const hero = ({ hero: { key: type } }: Pages, values: Fields): Section => ({ type, ...values })

const read = async (id: string, locale: string) =>
  (await as(acme.admin)(showEntry, { params: { id }, query: { locale } })) as unknown as {
    fields: { seo: Fields; sections: Section[] } & Fields
    revision: number
  }

const write = (model: Pages, id: string, locale: string, fields: Fields, more: object = {}) =>
  as(acme.admin)(changeEntry, {
    params: { model: model.pluralKey, id },
    body: { locale, fields, ...more },
  })

const deliver = (model: Pages, id: string, query: Record<string, string>) =>
  as(null)(
    showContent,
    { params: { model: model.pluralKey, id }, query },
    { host: `${acme.domain}.${settings.rootDomain}` },
  ) as unknown as Promise<{ seo: Fields; sections: Section[] }>

const publish = (model: Pages, id: string, locale: string) =>
  as(acme.admin)(publishEntry, { params: { model: model.pluralKey, id }, body: { locale } } as never)

async function newPage(model: Pages) {
  const sections = [
    hero(model, {
      theme: 'dark',
      heading: 'One',
      links: [
        { href: '/a', label: 'First' },
        { href: '/b', label: 'Second' },
      ],
    }),
    hero(model, { theme: 'light', heading: 'Two' }),
  ]
  const { id } = await newEntry(model, { title: 'Page', seo: { title: 'English' }, sections }, { person: acme.admin })
  return id
}

test('a localized field in shared blocks and groups has a value in each language', async () => {
  const model = await newPages()
  const id = await newPage(model)
  const english = (await read(id, 'en')).fields
  await write(model, id, 'de', {
    title: 'Seite',
    seo: { title: 'Deutsch' },
    sections: english.sections.map((one, at) => ({
      ...one,
      heading: ['Eins', 'Zwei'][at],
      links: (one.links as Fields[]).map((link) => ({ ...link, label: `de ${link.label}` })),
    })),
  })
  expect((await read(id, 'en')).fields).toEqual(english)
  const german = (await read(id, 'de')).fields
  expect(german.seo).toEqual({ title: 'Deutsch' })
  expect(german.sections.map(({ theme, heading }) => [theme, heading])).toEqual([
    ['dark', 'Eins'],
    ['light', 'Zwei'],
  ])
  expect((german.sections[0]!.links as Fields[]).map(({ href, label }) => [href, label])).toEqual([
    ['/a', 'de First'],
    ['/b', 'de Second'],
  ])
  expect(german.sections.map(({ id: one }) => one)).toEqual(english.sections.map(({ id: one }) => one))
})

test('the structure is one: what is moved, removed and changed in one language is so in all', async () => {
  const model = await newPages()
  const id = await newPage(model)
  const [first, second] = (await read(id, 'en')).fields.sections
  await write(model, id, 'de', {
    sections: [
      { ...first, heading: 'Eins' },
      { ...second, heading: 'Zwei' },
    ],
  })
  await write(model, id, 'en', {
    sections: [hero(model, { theme: 'new', heading: 'Zero' }), second, { ...first, theme: 'blue' }],
  })
  const { sections } = (await read(id, 'de')).fields
  expect(sections.map(({ theme, heading }) => [theme, heading])).toEqual([
    ['new', null],
    ['light', 'Zwei'],
    ['blue', 'Eins'],
  ])
  await write(model, id, 'de', { sections: sections.slice(1) })
  expect((await read(id, 'en')).fields.sections.map(({ heading }) => heading)).toEqual(['Two', 'One'])
})

test('a list that is written without ids keeps what other languages say in it', async () => {
  const model = await newPages()
  const id = await newPage(model)
  const links = (label: string) => ({
    links: [
      { href: '/a', label },
      { href: '/b', label: `${label} too` },
    ],
  })
  const german = [
    hero(model, { theme: 'dark', heading: 'Eins', ...links('Los') }),
    hero(model, { theme: 'light', heading: 'Zwei' }),
  ]
  await write(model, id, 'de', { sections: german })
  const [one, two] = (await read(id, 'en')).fields.sections
  expect([one!.heading, two!.heading]).toEqual(['One', 'Two'])
  expect((one!.links as Fields[]).map(({ label }) => label)).toEqual(['First', 'Second'])
  await write(model, id, 'de', { sections: german.toReversed() })
  const after = (await read(id, 'en')).fields.sections
  expect(after.map(({ theme, heading }) => [theme, heading])).toEqual([
    ['light', 'Two'],
    ['dark', 'One'],
  ])
})

test('publishing one language changes no other, neither its own values nor the structure', async () => {
  const model = await newPages()
  const id = await newPage(model)
  const [first, second] = (await read(id, 'en')).fields.sections
  await write(model, id, 'de', {
    title: 'Seite',
    sections: [{ ...first, heading: 'Eins' }, second],
    seo: { title: 'Deutsch' },
  })
  for (const locale of ['en', 'de']) await publish(model, id, locale)
  await write(model, id, 'de', { sections: [{ ...first, heading: 'Neu', theme: 'red' }], seo: { title: 'Anders' } })
  await publish(model, id, 'de')
  const english = await deliver(model, id, { locale: 'en' })
  expect(english).toMatchObject({ seo: { title: 'English' } })
  expect(english.sections.map(({ theme, heading }: Section) => [theme, heading])).toEqual([
    ['dark', 'One'],
    ['light', 'Two'],
  ])
  const german = await deliver(model, id, { locale: 'de', fields: 'seo,sections' })
  expect(german.seo).toEqual({ title: 'Anders' })
  expect(german.sections).toMatchObject([{ theme: 'red', heading: 'Neu' }])
})

test('two people write one block, one its structure in English and one its words in German', async () => {
  const model = await newPages()
  const id = await newPage(model)
  await write(model, id, 'de', { title: 'Seite' })
  const { fields, revision: base } = await read(id, 'de')
  const [first, second] = fields.sections
  const [one, two] = (await read(id, 'en')).fields.sections
  await write(model, id, 'en', { sections: [{ ...one, theme: 'green', heading: 'Uno' }, two] }, { base })
  const answer = await write(model, id, 'de', { sections: [{ ...first, heading: 'Eins' }, second] }, { base })
  expect(answer.code).toBeUndefined()
  expect((await read(id, 'de')).fields.sections[0]).toMatchObject({ theme: 'green', heading: 'Eins' })
  expect((await read(id, 'en')).fields.sections[0]).toMatchObject({ theme: 'green', heading: 'Uno' })
  const conflict = await write(model, id, 'de', { sections: [{ ...first, heading: 'Erste' }, second] }, { base })
  expect(conflict.code).toBe('conflict')
})

test('a version brings back what each language said', async () => {
  const model = await newPages()
  const id = await newPage(model)
  const [first, second] = (await read(id, 'en')).fields.sections
  await write(model, id, 'de', { title: 'Seite', sections: [{ ...first, heading: 'Eins' }, second] })
  await publish(model, id, 'de')
  await write(model, id, 'de', { sections: [{ ...second, heading: 'Zwei' }] })
  await as(acme.admin)(restoreEntryVersion, {
    params: { model: model.pluralKey, id },
    body: { number: 2 },
  } as never)
  expect((await read(id, 'de')).fields.sections.map(({ heading }) => heading)).toEqual(['Eins', 'Two'])
  expect((await read(id, 'en')).fields.sections.map(({ heading }) => heading)).toEqual(['One', 'Two'])
})

test('a filter finds what a language says in a group, in drafts and in what is published', async () => {
  const model = await newPages()
  const { secret } = await newContentKey(acme, 'management')
  const id = await newPage(model)
  await write(model, id, 'de', { title: 'Seite', seo: { title: 'Deutsch' } })
  const find = async (title: string, locale: string, perspective: string) => {
    const response = await app.inject({
      url: `/api/v1/content/${model.pluralKey}`,
      query: { 'filter[seo.title]': title, locale, perspective },
      headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
    })
    return response.json().items.map((one: { id: string }) => one.id)
  }
  for (const perspective of ['draft', 'published']) {
    if (perspective === 'published') for (const locale of ['en', 'de']) await publish(model, id, locale)
    expect(await find('Deutsch', 'de', perspective)).toEqual([id])
    expect(await find('English', 'en', perspective)).toEqual([id])
    expect(await find('Deutsch', 'en', perspective)).toEqual([])
    expect(await find('English', 'de', perspective)).toEqual([])
  }
})

test('a field that becomes localized says in each language what it said in all, and the dry run counts it', async () => {
  const model = await newPages({ isLocalized: false })
  const id = await newPage(model)
  await write(model, id, 'de', { title: 'Seite' })
  const heading = (model.hero as never as { fields: { id: string; key: string }[] }).fields.find(
    ({ key }) => key === 'heading',
  )!
  const set = (localized: boolean, query = {}) =>
    as(acme.admin)(changeContentModel, {
      params: { id: model.hero.id },
      ...{ query, body: { fields: [{ id: heading.id, localized }] } },
    } as never) as Promise<{ report: { fields: object[] } }>
  const dry = await set(true, { dry: 'true' })
  expect(dry.report.fields).toMatchObject([{ key: 'heading', change: 'localized', converted: 4, lossy: 0, failed: 0 }])
  await set(true)
  const [first, second] = (await read(id, 'de')).fields.sections
  expect([first!.heading, second!.heading]).toEqual(['One', 'Two'])
  await write(model, id, 'de', {
    sections: [
      { ...first, heading: 'Eins' },
      { ...second, heading: '' },
    ],
  })
  expect((await read(id, 'de')).fields.sections.map((one) => one.heading)).toEqual(['Eins', null])
  expect((await read(id, 'en')).fields.sections.map((one) => one.heading)).toEqual(['One', 'Two'])
  await write(model, id, 'en', { sections: [{ ...second, heading: 'Deux' }, first] })
  expect((await read(id, 'de')).fields.sections.map((one) => one.heading)).toEqual([null, 'Eins'])
  const back = await set(false, { dry: 'true' })
  expect(back.report.fields).toMatchObject([{ key: 'heading', change: 'localized' }])
  await set(false)
  for (const locale of ['en', 'de'])
    expect((await read(id, locale)).fields.sections.map((one) => one.heading)).toEqual(['Deux', 'One'])
})

test('what only admins see in a language stays as it is when a member writes around it', async () => {
  const part = await newModel({
    kind: 'component',
    fields: [
      { key: 'label', kind: 'text', localized: true },
      { key: 'cost', kind: 'text', localized: true, readBy: 'admins' },
    ],
  })
  const model = await newModel({
    localized: true,
    fields: [
      { key: 'title', kind: 'text', localized: true },
      { key: 'body', kind: 'blocks', components: [part.id] },
    ],
  } as never)
  const body = [{ type: part.key, label: 'One', cost: '1' }]
  const { id } = await newEntry(model, { title: 'It', body }, { person: acme.admin })
  const params = { model: model.pluralKey, id }
  const change = (person: Person, label: string, more: object = {}) =>
    as(person)(changeEntry, {
      params,
      body: { locale: 'de', fields: { body: [{ type: part.key, label, ...more }] } },
    })
  await change(acme.admin, 'Eins', { cost: '1 de' })
  await change(acme.agent, 'Zwei')
  const shown = async (locale: string) => {
    const [{ label, cost }] = (await read(id, locale)).fields.body as [Section]
    return [label, cost]
  }
  expect([await shown('en'), await shown('de')]).toEqual([
    ['One', '1'],
    ['Zwei', '1 de'],
  ])
})

test('a group that becomes a list keeps what each language says in it, and so does a list that becomes a group', async () => {
  const part = await newModel({ kind: 'component', fields: [{ key: 'label', kind: 'text', localized: true }] })
  const model = await newModel({
    localized: true,
    fields: [
      { key: 'title', kind: 'text', localized: true },
      { key: 'seo', kind: 'group', component: part.id },
    ],
  })
  const { id } = await newEntry(model, { title: 'It', seo: { label: 'One' } }, { person: acme.admin })
  const params = { model: model.pluralKey, id }
  const write = (locale: string, seo: unknown) =>
    as(acme.admin)(changeEntry, { params, body: { locale, fields: { seo } } })
  const { id: field } = model.fields.find(({ key }) => key === 'seo') as { id: string }
  const setMany = (many: boolean) =>
    as(acme.admin)(changeContentModel, {
      params: { id: model.id },
      ...{ query: {}, body: { fields: [{ id: field, many }] } },
    })
  const labels = async () =>
    Promise.all(['en', 'de'].map(async (one) => [(await read(id, one)).fields.seo].flat().map(({ label }) => label)))
  await write('de', { label: 'Eins' })
  await setMany(true)
  expect(await labels()).toEqual([['One'], ['Eins']])
  await write('en', [{ label: 'Uno' }, { label: 'Two' }])
  expect(await labels()).toEqual([
    ['Uno', 'Two'],
    ['Eins', null],
  ])
  await setMany(false)
  expect(await labels()).toEqual([['Uno'], ['Eins']])
  await write('en', { label: 'One again' })
  expect(await labels()).toEqual([['One again'], ['Eins']])
})
