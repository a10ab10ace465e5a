import { expect, test } from 'vitest'
import { createEntry, showEntry } from '#contract/content/entries.ts'
import { changeContentModel, endFormerKey, listFormerKeys, showContentModel } from '#contract/content/models.ts'
import { createApp } from '#server/app.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, globex, mailsTo, owner, platform, runJobs, settings } from '#test/world.ts'

const titled = [
  { key: 'title', kind: 'text' },
  { key: 'slug', kind: 'slug' },
] as const
const dayS = 86_400

let number = 0
function keyed(word: string) {
  number += 1
  return `${word}${number}`
}

const rename = (id: string, body: object, query = {}) =>
  as(acme.admin)(changeContentModel, { params: { id }, query, body })

async function read(path: string, secret: string, host = settings.apiHost) {
  const url = `/api/v1/content/${path}`
  const { statusCode, headers, ...answer } = await app.inject({
    url,
    headers: { host, authorization: `Bearer ${secret}` },
  })
  return { status: statusCode, sunset: headers.sunset, deprecation: headers.deprecation, body: answer.json() }
}

/** Sends requests to a separate app. When this app closes, it writes the collected uses of former keys. */
async function askOwn(paths: string[], headers: Record<string, string>) {
  const node = await createApp(platform)
  for (const path of paths) await node.inject({ url: `/api/v1/content/${path}`, headers })
  await node.close()
}

/** Creates a page with two blocks and renames the component of the first block. */
async function renamedHero() {
  const [from, to] = [keyed('hero'), keyed('banner')]
  const hero = await newModel({ key: from, kind: 'component', fields: [{ key: 'heading', kind: 'text' }] })
  const quote = await newModel({ kind: 'component', fields: [{ key: 'words', kind: 'text' }] })
  const page = await newModel({
    fields: [...titled, { key: 'sections', kind: 'blocks', components: [hero.key, quote.key] }],
  })
  const sections = [
    { type: from, heading: 'Hello' },
    { type: quote.key, words: 'So it is' },
  ]
  const { id } = await newLiveEntry(page, { title: 'One', slug: 'one', sections })
  await rename(hero.id, { key: to })
  await runJobs()
  return { hero, page, quote, id, from, to }
}

test('a renamed model answers by both keys of its list, with the type that sites know', async () => {
  const [from, to] = [keyed('post'), keyed('story')]
  const model = await newModel({ key: from, pluralKey: `${from}s`, fields: [...titled] })
  await newLiveEntry(model, { title: 'One', slug: 'one' })
  const { secret } = await newContentKey(acme, 'delivery')
  await rename(model.id, { key: to, pluralKey: `${to}s` })
  for (const path of [`${from}s`, `${to}s`, `${from}s?fields=title`, `${to}s?fields=title`]) {
    const { status, body, sunset } = await read(path, secret)
    expect(status, path).toBe(200)
    expect(body.items.map(({ type }: { type: string }) => type)).toEqual([from])
    expect(Date.parse(String(sunset)), path).toBeGreaterThan(Date.now() + 29 * dayS * 1000)
  }
  expect((await read(`${from}s/one`, secret)).body).toMatchObject({ type: from, title: 'One' })
  const written = await as(acme.agent)(createEntry, {
    params: { model: `${from}s` },
    body: { fields: { title: 'Two' } },
  })
  expect(written).toMatchObject({ title: 'Two', type: from })
  expect(await as(acme.admin)(showContentModel, { params: { id: from } })).toMatchObject({ id: model.id, key: to })
})

test('blocks of a renamed component keep their type, and are named, written and asked for by both keys', async () => {
  const { page, id, from, to } = await renamedHero()
  const { secret } = await newContentKey(acme, 'delivery')
  const sectionsAt = async (query: string) => (await read(`${page.pluralKey}/one${query}`, secret)).body.sections
  const block = { id: expect.any(String), type: from, heading: 'Hello' }
  expect((await sectionsAt(''))[0]).toEqual(block)
  expect((await sectionsAt('?fields=sections'))[0]).toEqual(block)
  expect((await sectionsAt(`?fields=sections:${from}.heading`))[0]).toEqual(block)
  expect((await sectionsAt(`?fields=sections:${to}.heading`))[0]).toEqual(block)
  expect((await sectionsAt(`?fields=sections:${to}.heading,sections:${from}.*`))[0]).toEqual(block)
  const { deprecation } = await read(`${page.pluralKey}/one`, secret)
  expect(deprecation).toMatch(/^@\d+$/)

  const shown = await as(acme.agent)(showEntry, { params: { id }, query: {} })
  expect(shown.fields.sections).toMatchObject([{ type: to }, {}])
  for (const type of [from, to]) {
    const fields = { title: 'More', sections: [{ type, heading: 'Hi' }] }
    const made = await as(acme.agent)(createEntry, { params: { model: page.pluralKey }, body: { fields } })
    expect(made).toMatchObject({ sections: [{ type: from, heading: 'Hi' }] })
  }
})

test('a former key that is ended answers no more, and the type is the key of now', async () => {
  const { hero, page, from, to } = await renamedHero()
  const { secret } = await newContentKey(acme, 'delivery')
  expect(await as(globex.admin)(endFormerKey, { params: { id: hero.id, key: from } })).toMatchObject({
    code: 'model-not-found',
  })
  expect(await as(acme.agent)(endFormerKey, { params: { id: hero.id, key: from } })).toMatchObject({
    code: 'not-allowed',
  })
  await as(acme.admin)(endFormerKey, { params: { id: hero.id, key: from } })
  await runJobs()
  const { body, sunset } = await read(`${page.pluralKey}/one`, secret)
  expect(body.sections[0]).toMatchObject({ type: to, heading: 'Hello' })
  expect(sunset).toBeUndefined()
  expect(await read(`${page.pluralKey}?fields=sections:${from}.heading`, secret)).toMatchObject({ status: 400 })
  expect(await as(acme.admin)(endFormerKey, { params: { id: hero.id, key: from } })).toMatchObject({
    code: 'former-key-not-found',
  })
})

test('at its end a former key falls silent by itself', async () => {
  const { hero, page, to } = await renamedHero()
  const { secret } = await newContentKey(acme, 'delivery')
  await owner.query(
    `update content_models set former_keys = jsonb_set(former_keys, '{0,until}', to_jsonb(now() - interval '1 second'))
     where workspace_id = $1 and id = $2`,
    [acme.id, hero.id],
  )
  await rename(hero.id, { description: 'Read anew' })
  await runJobs()
  expect((await read(`${page.pluralKey}/one`, secret)).body.sections[0].type).toBe(to)
})

test('a key that is changed and changed back never shows as a type', async () => {
  const [first, second] = [keyed('first'), keyed('second')]
  const model = await newModel({ key: first, fields: [...titled] })
  await newLiveEntry(model, { title: 'One' })
  await rename(model.id, { key: second })
  await rename(model.id, { key: first })
  await runJobs()
  const { secret } = await newContentKey(acme, 'delivery')
  expect((await read(model.pluralKey, secret)).body.items[0].type).toBe(first)
  const { items } = await as(acme.admin)(listFormerKeys, { params: { id: model.id } })
  expect(items).toMatchObject([{ of: 'key', formerKey: second, key: first, isType: false }])
})

test('keys and visitors who use a former key of a model are listed', async () => {
  const [from, to] = [keyed('post'), keyed('story')]
  const model = await newModel({ key: from, pluralKey: `${from}s`, isPublic: true, fields: [...titled] })
  await newLiveEntry(model, { title: 'One' })
  const site = await newContentKey(acme, 'delivery')
  await rename(model.id, { pluralKey: `${to}s` })
  await askOwn([`${from}s`], { host: settings.apiHost, authorization: `Bearer ${site.secret}` })
  await askOwn([`${from}s`, `${to}s`], { host: `${acme.domain}.${settings.rootDomain}` })
  const { items } = await as(acme.admin)(listFormerKeys, { params: { id: model.id } })
  expect(items).toMatchObject([
    {
      of: 'pluralKey',
      field: null,
      formerKey: `${from}s`,
      key: `${to}s`,
      askedBy: [{ id: null, name: null }, { id: site.id }],
    },
  ])
})

test('no other model and no other field gets a former key that is used', async () => {
  const { hero, from } = await renamedHero()
  expect(await newModel({ key: from }).catch((refusal) => refusal)).toMatchObject({ code: 'former-key-in-use' })
  expect(await rename((await newModel()).id, { key: from.toUpperCase() })).toMatchObject({ code: 'former-key-in-use' })

  const model = await newModel({ fields: [...titled, { key: 'sum', kind: 'integer' }] })
  await newLiveEntry(model, { title: 'One', sum: 1 })
  const site = await newContentKey(acme, 'delivery')
  await rename(model.id, { fields: [{ id: model.fields[2]!.id, key: 'total' }] })
  await askOwn([`${model.pluralKey}?fields=sum`], { host: settings.apiHost, authorization: `Bearer ${site.secret}` })
  const add = () => rename(model.id, { fields: [{ key: 'sum', kind: 'text' }] })
  expect(await add()).toMatchObject({ code: 'former-key-in-use', detail: expect.stringContaining(site.name) })
  await as(acme.admin)(endFormerKey, { params: { id: model.id, key: 'sum' } })
  expect(await add()).toMatchObject({ fields: [{}, {}, { key: 'total', formerKeys: [] }, { key: 'sum' }] })
  await as(acme.admin)(endFormerKey, { params: { id: hero.id, key: from } })
  expect(await newModel({ key: from, pluralKey: keyed('heroes') })).toMatchObject({ key: from })
})

test('a dry run names the keys that change and how long the old ones answer', async () => {
  const [from, to] = [keyed('post'), keyed('story')]
  const model = await newModel({ key: from, pluralKey: `${from}s`, fields: [...titled] })
  const body = { key: to, fields: [{ id: model.fields[0]!.id, key: 'headline' }] }
  const until = expect.any(String)
  expect(await rename(model.id, body, { dry: 'true' })).toMatchObject({
    key: from,
    report: {
      renames: [
        { of: 'key', from, to, until },
        { of: 'field', from: 'title', to: 'headline', until },
      ],
    },
  })
  expect((await rename(model.id, { ...body, sunsetDays: 0 }, { dry: 'true' })).report!.renames[0]).toMatchObject({
    until: null,
  })
})

test('admins are mailed of a former key that ends while somebody still uses it, and of no other', async () => {
  const [from, to] = [keyed('post'), keyed('story')]
  const model = await newModel({ key: from, pluralKey: `${from}s`, name: 'Post', fields: [...titled] })
  const quiet = await newModel({ name: 'Quiet', fields: [...titled] })
  const site = await newContentKey(acme, 'delivery')
  await rename(model.id, { pluralKey: `${to}s`, sunsetDays: 2 })
  await rename(quiet.id, { pluralKey: keyed('others'), sunsetDays: 2 })
  const mailed = async () =>
    (await mailsTo(acme.admin.email)).map(({ text }) => text).filter((text) => text.includes('"keys"'))
  await askOwn([`${from}s`], { host: settings.apiHost, authorization: `Bearer ${site.secret}` })
  await runJobs()
  expect(await mailed()).toEqual([])
  await runJobs({ laterSeconds: dayS + 60 })
  expect((await mailed()).map((text) => JSON.parse(text))).toEqual([
    {
      model: 'Post',
      keys: [{ formerKey: `${from}s`, key: `${to}s`, until: expect.any(String), askedBy: [site.name] }],
      url: expect.stringContaining(`/cms/settings/models/${from}`),
    },
  ])
})
