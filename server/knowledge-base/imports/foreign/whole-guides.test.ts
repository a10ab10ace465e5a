import type { ServerBuild } from 'react-router'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listArticles, showArticle } from '#contract/knowledge-base/articles.ts'
import { changeLanguages, listCategories } from '#contract/knowledge-base/categories.ts'
import { searchArticles } from '#contract/knowledge-base/search.ts'
import { createApp } from '#server/app.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { as } from '#test/ask.ts'
import { execute, readBytes, report } from '#test/run-import.ts'
import { acme, globex, owner, platform, settings } from '#test/world.ts'
import { type Zipped, zip } from '#test/zip.ts'

const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const app = await createApp(platform, { load: async () => build })
afterAll(() => app.close())

const asAdmin = as(acme.admin)
const png = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

beforeEach(async () => {
  for (const table of ['import_sources', 'imports', 'redirects', 'articles', 'categories'])
    await owner.query(`delete from ${table} where workspace_id = any($1)`, [[acme.id, globex.id]])
  await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })
})

const titled = async (title: string, language = 'en') => {
  const { items } = await asAdmin(listArticles, { query: { limit: 100, language } })
  const { id } = items.find((one) => one.title === title)!
  return asAdmin(showArticle, { params: { id }, query: { language } })
}
const named = async (name: string) => {
  const { items } = await asAdmin(listCategories, { query: {} })
  return items.find((one) => one.name === name)!
}
const leadOf = async (url: string, domain = acme.domain) => {
  const { statusCode, headers } = await app.inject({ url, headers: { host: `${domain}.${settings.rootDomain}` } })
  return statusCode === 301 ? headers.location : statusCode
}
const take = async (kind: string, pages: object, files: Zipped[] = []) => {
  const bytes = zip([{ path: 'export.json', bytes: JSON.stringify(pages) }, ...files])
  const read = await readBytes('export.zip', bytes, acme.admin, kind)
  return { read, done: await execute(read.id), report: await report(read.id) }
}
const remarksIn = (items: Awaited<ReturnType<typeof report>>) =>
  items.flatMap(({ remarks }) => remarks.map(({ code, about }) => `${code}: ${about}`))

const host = 'https://halyard.zendesk.com'
const body = `<h2 id="h_01">Set up</h2><p>See <a href="#h_02">below</a>, <a href="${host}/hc/de/sections/11-Neu">the section</a>
and <a href="/hc/en-us/articles/2-Old-title#h_09">the other</a>, <a href="/hc/en-us/articles/2#h_none">not there</a>.</p>
<iframe src="//www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe><iframe src="//fast.wistia.net/embed/iframe/abc123"></iframe>
<iframe src="https://docs.google.com/document/d/1/pub"></iframe><video src="https://cdn.example.com/a.mp4"></video>
<div class="callout callout--warning"><p>Careful</p></div><p class="note-info">Mind</p>
<h3 id="h_02">Go on</h3><p><img src="/hc/article_attachments/555/shift.png"> <a href="/hc/article_attachments/556/plan.pdf">Plan</a>
<a href="/hc/article_attachments/557/lost.pdf">Lost</a></p>`
const zendesk = {
  categories: [{ id: 1, name: 'Planning', description: 'All of it', locale: 'en-us', position: 0 }],
  sections: [
    { id: 10, category_id: 1, name: 'Shifts', locale: 'en-us', position: 2 },
    { id: 11, category_id: 1, name: 'New ones', description: 'What is new', locale: 'en-us', position: 1 },
    {
      id: 12,
      parent_section_id: 10,
      category_id: 1,
      name: 'Nights',
      locale: 'en-us',
      sorting: 'manual',
      colour: 'red',
    },
  ],
  users: [
    { id: 5, name: 'Ada', email: acme.admin.email },
    { id: 6, name: 'Nobody Here', email: 'nobody@elsewhere.example' },
  ],
  user_segments: [{ id: 77, user_type: 'signed_in_users', built_in: true }],
  articles: [
    {
      ...{
        id: 1,
        locale: 'en-us',
        title: 'Plan a shift',
        section_id: 12,
        draft: false,
        label_names: ['rota'],
        author_id: 5,
      },
      ...{ html_url: `${host}/hc/en-us/articles/1-Plan-a-shift`, promoted: true, vote_sum: 12, vote_count: 14, body },
      ...{ created_at: '2020-01-02T03:04:05Z', edited_at: '2021-02-03T04:05:06Z', updated_at: '2024-01-01T00:00:00Z' },
    },
    {
      ...{
        id: 2,
        locale: 'en-us',
        title: 'Swap it',
        section_id: 10,
        draft: true,
        author_id: 6,
        outdated_locales: ['de'],
      },
      ...{
        html_url: `${host}/hc/en-us/articles/2-Swap-it`,
        user_segment_id: 77,
        body: '<p>A</p><h2 id="h_09">How</h2>',
      },
    },
  ],
  translations: [
    { source_id: 1, source_type: 'Article', locale: 'de', title: 'Schicht planen', body: '<p>So</p>', outdated: true },
    { source_id: 1, source_type: 'Article', locale: 'pl', title: 'Plan', body: '<p>Tak</p>' },
    { source_id: 10, source_type: 'Section', locale: 'de', title: 'Schichten', body: 'Wer wann' },
    { source_id: 1, source_type: 'Category', locale: 'de', title: 'Planung', body: 'Alles' },
    { source_id: 1, source_type: 'Category', locale: 'pl', title: 'Planowanie', body: '' },
  ],
}

test('each thing of a Zendesk Guide is here, or is named at its place', async () => {
  const { done, report: items } = await take('zendesk-guide', zendesk, [
    { path: 'article_attachments/555/shift.png', bytes: png },
    { path: 'article_attachments/556/plan.pdf', bytes: Buffer.from('%PDF-1.4') },
  ])
  expect(done).toMatchObject({ state: 'done', failed: 0 })
  const plan = await titled('Plan a shift')
  const swap = await titled('Swap it')
  const sections = await named('New ones')
  expect(plan).toMatchObject({ isPinned: true, category: { name: 'Nights' }, owner: { id: acme.admin.id } })
  expect(swap).toMatchObject({ status: 'draft', visibility: 'customers' })
  const written = JSON.stringify(plan.document)
  for (const part of [
    '"href":"#go-on"',
    `{"id":"${swap.id}","kind":"article","anchor":"how"}`,
    `"id":"${sections.id}"`,
    '"url":"https://fast.wistia.net/embed/iframe/abc123"',
    '"href":"https://docs.google.com/document/d/1/pub"',
    '"href":"https://cdn.example.com/a.mp4"',
    '"kind":"warning"',
    '"kind":"note"',
    '"type":"file"',
  ])
    expect(written.replace(/"kind":"article","id":"([^"]+)"/, '"id":"$1","kind":"article"')).toContain(part)
  expect(plan.files!.map(({ bytes }) => bytes).toSorted()).toEqual([8, png.length].toSorted())
  expect(await named('Planning')).toMatchObject({
    description: 'All of it',
    texts: expect.arrayContaining([{ language: 'de', name: 'Planung', description: 'Alles' }]),
  })
  const { rows } = await owner.query(
    `select published_at, first_published_at from published_texts where article_id = $1 and language = 'en'`,
    [plan.id],
  )
  expect(rows.map((row) => [row.published_at.toISOString(), row.first_published_at.toISOString()])).toEqual([
    ['2021-02-03T04:05:06.000Z', '2020-01-02T03:04:05.000Z'],
  ])
  const found = await asAdmin(searchArticles, { query: { q: 'rota' } })
  expect(found.items.map(({ id }) => id)).toEqual([plan.id])
  expect(remarksIn(items).toSorted()).toEqual(
    [
      'author-elsewhere: Nobody Here nobody@elsewhere.example',
      'embed-linked: https://docs.google.com/document/d/1/pub',
      'field-left: colour: red',
      'field-left: vote_count: 14',
      'field-left: vote_sum: 12',
      'file-elsewhere: /hc/article_attachments/557/lost.pdf',
      'language-unknown: pl',
      'language-unknown: pl',
      'link-broken: /hc/en-us/articles/2#h_none',
      'marked-outdated: de',
      'media-linked: https://cdn.example.com/a.mp4',
    ].toSorted(),
  )
  expect(await leadOf('/hc/de/articles/1-Sehr-alt')).toBe('/de/knowledgebase/article/schicht-planen')
  expect(await leadOf('/hc/en-us/sections/11-Anything')).toBe(`/knowledgebase/category/${sections.slug}`)
  expect(await leadOf('/hc/en-us/requests/new')).toBe('/customer/tickets/create')
  expect(await leadOf('/hc/en-us/articles/1', globex.domain)).toBe(404)
})

test('a language that is added is taken in when the file is read again', async () => {
  await take('zendesk-guide', zendesk)
  await asAdmin(changeLanguages, { body: { items: ['en', 'de', 'pl'] } })
  const { read } = await take('zendesk-guide', zendesk)
  expect(read.counts).toMatchObject({ create: 1, change: 1 })
  expect(await titled('Plan', 'pl')).toMatchObject({ id: (await titled('Plan a shift')).id })
  expect((await named('Planning')).texts).toContainEqual({ language: 'pl', name: 'Planowanie', description: '' })
})

test('Intercom, Help Scout and Freshdesk are taken in by their categories, states, authors and addresses', async () => {
  await take('intercom-articles', [
    {
      data: [
        {
          type: 'collection',
          id: '7',
          name: 'Start',
          description: 'First',
          parent_id: null,
          translated_content: { de: { name: 'Anfang', description: 'Zuerst' } },
        },
        { type: 'collection', id: '8', name: 'More', parent_id: '7' },
        {
          ...{
            type: 'article',
            id: '501',
            title: 'Hello',
            state: 'published',
            parent_ids: [8, 7],
            default_locale: 'en',
          },
          ...{
            body: '<p class="no-margin">Hi <a href="/en/collections/7-start">there</a></p>',
            updated_at: 1_600_000_000,
          },
        },
      ],
    },
  ])
  const hello = await titled('Hello')
  expect(hello).toMatchObject({ status: 'published', category: { name: 'More' } })
  expect(JSON.stringify(hello.document)).toContain((await named('Start')).id)
  expect((await named('Start')).texts).toContainEqual({ language: 'de', name: 'Anfang', description: 'Zuerst' })
  expect(await leadOf('/de/collections/7-x')).toBe(`/de/knowledgebase/category/${(await named('Start')).slug}`)
  expect(await leadOf('/en/articles/501-older')).toBe(`/knowledgebase/article/${hello.slug}`)

  const helpscout = await take('helpscout-docs', [
    { collections: { page: 1, items: [{ id: 'c1', number: 3, name: 'Docs', visibility: 'private', slug: 'docs' }] } },
    {
      categories: {
        items: [
          { id: 'k1', number: 4, collectionId: 'c1', name: 'Billing' },
          { id: 'k2', number: 5, collectionId: 'c1', name: 'Other' },
        ],
      },
    },
    {
      article: {
        id: 'a1',
        number: 61,
        collectionId: 'c1',
        status: 'published',
        name: 'Pay',
        text: '<section class="callout-yellow"><p>Now</p></section><p><a href="/article/62-gone">gone</a></p>',
        categories: ['k1', 'k2'],
        related: ['a9'],
      },
    },
  ])
  expect(remarksIn(helpscout.report)).toEqual(
    expect.arrayContaining([
      'place-further: category/k2',
      'field-left: related: ["a9"]',
      'link-broken: /article/62-gone',
      'audience-narrowed: ',
    ]),
  )
  expect(await titled('Pay')).toMatchObject({ category: { name: 'Billing' } })

  const freshdesk = await take('freshdesk-solutions', [
    [{ id: 20, name: 'General', description: 'Of all' }],
    [
      { id: 21, name: 'Inside', category_id: 20, visibility: 2 },
      { id: 22, name: 'Deeper', category_id: 20, parent_folder_id: 21, visibility: 1 },
    ],
    [
      {
        id: 23,
        title: 'Reset',
        description: '<p>So</p>',
        folder_id: 22,
        status: 2,
        tags: ['key'],
        seo_data: { meta_title: 'Reset it', meta_keywords: 'a' },
        thumbs_up: 3,
        agent_id: 9,
        platforms: ['web'],
      },
    ],
  ])
  expect(await titled('Reset')).toMatchObject({ metaTitle: 'Reset it', labels: ['key'], category: { name: 'Deeper' } })
  expect(remarksIn(freshdesk.report)).toEqual(
    expect.arrayContaining(['field-left: meta_keywords: a', 'field-left: platforms: ["web"]']),
  )
  expect(await leadOf('/support/tickets/new')).toBe('/customer/tickets/create')
})
