import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { executeImport, showImport } from '#contract/bulk/imports.ts'
import { listArticles, showArticle } from '#contract/knowledge-base/articles.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { listRedirects } from '#contract/knowledge-base/redirects.ts'
import { as } from '#test/ask.ts'
import { answering, outside } from '#test/outside.ts'
import { execute, readBytes, report } from '#test/run-import.ts'
import { acme, owner, runJobs } from '#test/world.ts'
import { zip } from '#test/zip.ts'

const asAdmin = as(acme.admin)
const png = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })

beforeEach(async () => {
  for (const table of ['import_sources', 'imports', 'redirects', 'articles', 'categories'])
    await owner.query(`delete from ${table} where workspace_id = any($1)`, [[acme.id]])
})

const titled = async (title: string, language = 'en') => {
  const { items } = await asAdmin(listArticles, { query: { limit: 100, language } })
  const { id } = items.find((one) => one.title === title)!
  return asAdmin(showArticle, { params: { id }, query: { language } })
}

const host = 'https://halyard.zendesk.com'
const picture = outside('theme.zdassets.com/shift.png', (_, response) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(png),
)
const lost = outside('theme.zdassets.com/lost.png', answering(404))
const guideOf = (words: string) => ({
  categories: [{ id: 1, name: 'Planning', locale: 'en-us' }],
  sections: [
    { id: 10, category_id: 1, parent_section_id: null, name: 'Shifts' },
    { id: 11, category_id: 1, parent_section_id: 10, name: 'Night shifts' },
  ],
  articles: [
    {
      ...{ id: 360001, locale: 'en-us', title: 'Plan a shift', section_id: 11, draft: false, label_names: ['plan'] },
      html_url: `${host}/hc/en-us/articles/360001-Plan-a-shift`,
      user_segment_id: null,
      body: `<p>${words} <a href="${host}/hc/en-us/articles/360002-Swap-it#how">Swap</a> <a href="/hc/en-us/articles/360002">again</a>
<a href="/hc/en-us/articles/99">gone</a></p>
<p><img src="${picture}" alt="A shift"></p><p><img src="${lost}" alt="Lost"></p>`,
    },
    {
      ...{ id: 360002, locale: 'en-us', title: 'Swap it', section_id: 10, draft: true, label_names: [] },
      html_url: `${host}/hc/en-us/articles/360002-Swap-it`,
      user_segment_id: 77,
      body: '<h2>How</h2><script>alert(1)</script><p>Ask</p>',
    },
  ],
})
const translations = {
  translations: [
    {
      source_id: 360001,
      source_type: 'Article',
      locale: 'de',
      title: 'Schicht planen',
      body: '<p>So</p>',
      draft: false,
    },
    { source_id: 360001, source_type: 'Article', locale: 'fr', title: 'Planifier', body: '<p>Oui</p>', draft: false },
    { source_id: 10, source_type: 'Section', locale: 'de', title: 'Schichten', body: '' },
  ],
}
const zendesk = (words = 'First') =>
  zip([
    { path: 'guide.json', bytes: JSON.stringify(guideOf(words)) },
    { path: 'translations.json', bytes: JSON.stringify(translations) },
  ])
const read = (bytes: Buffer) => readBytes('guide.zip', bytes, acme.admin, 'zendesk-guide')

test('a Zendesk Guide is reported and taken in, with its sections, languages, links, pictures and old addresses', async () => {
  const { id, counts } = await read(zendesk())
  expect(counts).toEqual({ create: 6, change: 0, skip: 1, unchanged: 0, problem: 2 })
  expect((await report(id, 'problem')).flatMap(({ remarks }) => remarks)).toEqual([
    { code: 'link-broken', line: 2, about: '/hc/en-us/articles/99' },
    { code: 'script-dropped', line: 1, about: 'alert(1)' },
    { code: 'audience-narrowed', line: null, about: '' },
  ])
  expect(await report(id, 'skip')).toMatchObject([{ remarks: [{ code: 'language-unknown', about: 'fr' }] }])
  expect(await execute(id)).toMatchObject({ state: 'done', done: 6, failed: 0 })
  expect((await report(id, 'problem'))[0]!.remarks.at(-1)).toEqual({ code: 'picture-elsewhere', line: 3, about: lost })

  const plan = await titled('Plan a shift')
  const swap = await titled('Swap it')
  expect(plan).toMatchObject({ status: 'published', labels: ['plan'], category: { name: 'Night shifts' } })
  expect(swap).toMatchObject({ status: 'draft', visibility: 'team', category: { name: 'Shifts' } })
  expect((await titled('Schicht planen', 'de')).id).toBe(plan.id)
  const written = JSON.stringify(plan.document)
  expect(written.split(swap.id)).toHaveLength(3)
  expect(written).toContain(`"href":"${lost}"`)
  expect(plan.files).toEqual([expect.objectContaining({ bytes: png.length })])
  expect(swap.html).not.toContain('alert')
  const { items } = await asAdmin(listRedirects, { query: {} })
  expect(items.filter(({ article }) => article === plan.id).map(({ path }) => path)).toEqual([
    '/hc/*/articles/360001-*',
  ])
})

test('the same Guide again changes nothing, one with other words changes what differs', async () => {
  await execute((await read(zendesk())).id)
  // The article whose picture could not be fetched is imported again.
  expect((await read(zendesk())).counts).toMatchObject({ create: 0, change: 1, skip: 6 })
  const { id, counts } = await read(zendesk('Second'))
  expect(counts).toMatchObject({ create: 0, change: 1, skip: 6 })
  await execute(id)
  expect((await titled('Plan a shift')).html).toContain('Second')
})

test('a Guide goes on where it was cancelled', async () => {
  const { id } = await read(zendesk())
  await asAdmin(executeImport, { params: { id } })
  await owner.query(`update imports set state = 'cancelled' where id = $1`, [id])
  await runJobs()
  expect(await asAdmin(showImport, { params: { id } })).toMatchObject({ state: 'cancelled', done: 0 })
  expect(await execute(id)).toMatchObject({ state: 'done', done: 6 })
})

test('articles of Intercom are taken in by their collections and languages', async () => {
  const pages = [
    { type: 'list', data: [{ type: 'collection', id: '7', name: 'Start', parent_id: null }] },
    {
      type: 'list',
      data: [
        {
          ...{
            type: 'article',
            id: '501',
            title: 'Hello',
            description: 'Say it',
            body: '<p>Hi</p>',
            state: 'published',
          },
          ...{ parent_id: 7, parent_type: 'collection', default_locale: 'en' },
          url: 'https://help.halyard.example/en/articles/501-hello',
          translated_content: {
            type: 'article_translated_content',
            de: { title: 'Hallo', body: '<p>Na</p>', state: 'draft' },
          },
        },
        {
          ...{ type: 'article', id: '502', title: 'Bye', state: 'draft', parent_id: null, default_locale: 'en' },
          body: '<p><a href="https://help.halyard.example/en/articles/501-hello">Hello</a></p>',
        },
      ],
    },
  ]
  const bytes = Buffer.from(JSON.stringify(pages))
  const { id, counts } = await readBytes('articles.json', bytes, acme.admin, 'intercom-articles')
  expect(counts).toMatchObject({ create: 4, problem: 0 })
  await execute(id)
  const hello = await titled('Hello')
  expect(hello).toMatchObject({ status: 'published', excerpt: 'Say it', category: { name: 'Start' } })
  expect(await titled('Hallo', 'de')).toMatchObject({ id: hello.id, status: 'draft' })
  expect(JSON.stringify((await titled('Bye')).document)).toContain(hello.id)
})

test.each(['{', '[1, null]', '{"articles": [{"id": null}, "x"], "sections": {"__proto__": []}}'])(
  'what is no export is refused with a sentence: %s',
  async (text) => {
    expect(await readBytes('a.json', Buffer.from(text), acme.admin, 'zendesk-guide')).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('nothing in this file'),
    })
  },
)

describe('what an export is written in', () => {
  const guide = JSON.stringify({
    articles: [{ id: 1, locale: 'en-us', title: 'Größe: 日本, �', body: '<p>Ja</p>', section_id: null, draft: false }],
  })
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  const take = (bytes: Buffer) => readBytes('guide.json', bytes, acme.admin, 'zendesk-guide')

  test.each([
    ['UTF-8', Buffer.from(guide)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${guide}`)],
    ['UTF-16, the small end first', utf16(guide)],
    ['UTF-16, the small end first, with a mark', utf16(`\ufeff${guide}`)],
    ['UTF-16, the large end first', utf16(guide).swap16()],
    ['UTF-16, the large end first, with a mark', utf16(`\ufeff${guide}`).swap16()],
  ])('is read: %s', async (_, bytes) => {
    const { id, counts } = await take(bytes)
    expect(counts).toMatchObject({ create: 1, problem: 0 })
    expect(await report(id, 'create')).toMatchObject([{ title: 'Größe: 日本, �' }])
  })

  const place = (words: string) =>
    expect.stringMatching(new RegExp(`^This file is written neither .*\\(${words} of guide.json\\)$`))
  const lines = (fault: string) => `{"note": "�",\n "words": "Gr${fault}"}`
  const byteOf = Buffer.byteLength('{"note": "�",\n "words": "Gr') + 1

  test.each([
    ['windows-1252', Buffer.from('{"note": "",\n "words": "Größe"}', 'latin1'), 'line 2, byte 27'],
    [
      'UTF-8 with a byte of none',
      Buffer.concat([Buffer.from(lines('')).subarray(0, -2), Buffer.from([0xff, 0x22])]),
      `line 2, byte ${byteOf}`,
    ],
    ['half of a pair in UTF-16', utf16(lines('\ud800')), 'line 2, byte 55'],
    ['half a letter of UTF-16 at its end', utf16('{"a": 1}').subarray(0, -1), 'line 1, byte 15'],
    [
      'UTF-32',
      Buffer.from(
        utf16('{}')
          .toString('hex')
          .replace(/(..)(..)/g, '$1$20000'),
        'hex',
      ),
      'line 1, byte 3',
    ],
  ])('is refused, with the place: %s', async (_, bytes, words) => {
    expect(await take(bytes)).toMatchObject({ state: 'failed', reason: place(words) })
  })

  test('and neither half of a zip is taken where one file is refused', async () => {
    const files = [
      { path: 'one.json', bytes: guide },
      { path: 'two.json', bytes: Buffer.from('{"articles": [{"title": "Größe"}]}', 'latin1') },
    ]
    expect(await read(zip(files))).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('line 1, byte 28 of two.json'),
    })
  })

  test('and what no text can hold is left out of it', async () => {
    const article = { id: 1, locale: 'en-us', title: 'A\u0000B\ud800', body: '<p>C\u0000D\udc00</p>', draft: false }
    const { id } = await take(Buffer.from(JSON.stringify({ articles: [{ ...article, section_id: null }] })))
    expect(await execute(id)).toMatchObject({ state: 'done', done: 1 })
  })
})
