import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { changeArticle, deleteArticle, listArticles, showArticle } from '#contract/knowledge-base/articles.ts'
import { changeLanguages, listCategories } from '#contract/knowledge-base/categories.ts'
import { listRedirects } from '#contract/knowledge-base/redirects.ts'
import { as } from '#test/ask.ts'
import { execute, readBytes, readZip, report } from '#test/run-import.ts'
import { sized } from '#test/sized.ts'
import { acme, owner } from '#test/world.ts'
import type { Zipped } from '#test/zip.ts'

const asAdmin = as(acme.admin)
const png = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const countArticles = async () => (await owner.query('select from articles')).rows.length
const everyArticle = async () =>
  (await asAdmin(listArticles, { query: { limit: 100, order: 'title' } })).items.map(({ title }) => title)
const titled = async (title: string, language = 'en') => {
  const { items } = await asAdmin(listArticles, { query: { limit: 100, language } })
  const { id } = items.find((one) => one.title === title)!
  return asAdmin(showArticle, { params: { id }, query: { language } })
}

const guide = (front: string, text: string) => `---\n${front}\n---\n${text}`

beforeEach(async () => {
  await owner.query('delete from import_sources where workspace_id = any($1)', [[acme.id]])
  await owner.query('delete from imports where workspace_id = any($1)', [[acme.id]])
})

test('a folder of Markdown is reported, changes nothing, and is then taken in with its links, pictures and folders', async () => {
  const before = await countArticles()
  const read = await readZip([
    {
      path: 'Getting started/First steps/install.md',
      bytes: guide(
        'title: Install it\nslug: install-it\nstatus: published\nlabels: [setup, first]\ndescription: In a minute\nredirect_from: /old/install.html',
        'See [the settings](../settings.md#the-colour) and this:\n\n![The window](../img/window.png)\n',
      ),
    },
    {
      path: 'Getting started/settings.md',
      bytes: '# All settings\n\nBack to [the start](First%20steps/install.md).\n',
    },
    { path: 'Getting started/img/window.png', bytes: png },
    { path: 'more/again.zip', bytes: 'PK' },
    { path: '__MACOSX/settings.md', bytes: 'x' },
  ])
  expect(read).toMatchObject({
    state: 'ready',
    counts: { create: 2, change: 0, skip: 1, problem: 0 },
    total: 2,
    done: 0,
  })
  expect(await countArticles()).toBe(before)

  expect(await execute(read.id)).toMatchObject({ state: 'done', done: 2, failed: 0 })
  const settings = await titled('All settings')
  const install = await titled('Install it')
  expect(install).toMatchObject({
    ...{ slug: 'install-it', status: 'published', labels: ['setup', 'first'], excerpt: 'In a minute' },
    category: { name: 'First steps' },
  })
  expect(settings).toMatchObject({ status: 'draft', category: { name: 'Getting started' } })
  expect(JSON.stringify(install.document)).toContain(`"id":"${settings.id}","kind":"article","anchor":"the-colour"`)
  expect(JSON.stringify(settings.document)).toContain(install.id)
  expect(install.files).toEqual([{ id: expect.any(String), url: expect.any(String), bytes: png.length }])
  const tree = await asAdmin(listCategories, { query: {} })
  const top = tree.items.find(({ name }) => name === 'Getting started')
  expect(tree.items.find(({ name }) => name === 'First steps')).toMatchObject({ parent: top!.id })
  const { items } = await asAdmin(listRedirects, { query: {} })
  expect(items).toMatchObject([{ path: '/old/install.html', article: install.id, leads: 'article' }])
})

test('the same files again change nothing, and only what is new in them is taken', async () => {
  const files = (text: string): Zipped[] => [
    { path: 'again/one.md', bytes: '# One\n\nFirst [two](two.md)' },
    { path: 'again/two.md', bytes: `# Two\n\n${text} ![p](p.png)` },
    { path: 'again/p.png', bytes: png },
  ]
  await execute((await readZip(files('Old words'))).id)
  const { revision } = await titled('Two')
  const count = await countArticles()
  const same = await readZip(files('Old words'))
  expect(same).toMatchObject({ state: 'ready', counts: { create: 0, change: 0, skip: 2 } })
  expect(await report(same.id)).toMatchObject([
    { remarks: [{ code: 'unchanged' }] },
    { remarks: [{ code: 'unchanged' }] },
  ])
  expect(await execute(same.id)).toMatchObject({ state: 'done', total: 0 })
  expect((await titled('Two')).revision).toBe(revision)

  const newer = await readZip(files('New words'))
  expect(newer.counts).toMatchObject({ create: 0, change: 1, skip: 1 })
  await execute(newer.id)
  expect((await titled('Two')).html).toContain('New words')
  expect(await countArticles()).toBe(count)
})

test('what somebody changed here since stays, also where they do so after the report', async () => {
  const file = (name: string, text: string): Zipped => ({ path: `mine/${name}.md`, bytes: `# ${name}\n\n${text}` })
  const files = (text: string) => ['Kept', 'Later', 'Trashed'].map((name) => file(name, text))
  await execute((await readZip(files('From the file'))).id)
  const change = async (title: string) => {
    const { id } = await titled(title)
    return asAdmin(changeArticle, { params: { id }, body: { markdown: 'By hand' } })
  }
  await change('Kept')
  await asAdmin(deleteArticle, { params: { id: (await titled('Trashed')).id } })
  const read = await readZip(files('Newer in the file'))
  expect((await report(read.id)).map(({ title, action, remarks }) => [title, action, remarks[0]?.code])).toEqual([
    ['Kept', 'skip', 'changed-here'],
    ['Later', 'change', undefined],
    ['Trashed', 'skip', 'in-trash'],
  ])
  await change('Later')
  expect(await execute(read.id)).toMatchObject({ state: 'done', done: 0, failed: 1 })
  expect(await report(read.id, 'failed')).toMatchObject([
    { title: 'Later', reason: expect.stringContaining('changed here') },
  ])
  expect((await titled('Later')).html).toContain('By hand')
})

test('the languages of an article are files beside each other', async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })
  const read = await readZip([
    { path: 'both/hello.de.md', bytes: '# Hallo\n\nGuten Tag' },
    { path: 'both/hello.md', bytes: '# Hello\n\nGood day' },
    { path: 'both/hello.html', bytes: '<h1>Hello twice</h1>' },
    { path: 'both/salut.md', bytes: guide('language: fr', 'Bonjour') },
  ])
  expect(read.counts).toMatchObject({ create: 2, skip: 2 })
  await execute(read.id)
  const hello = await titled('Hello')
  expect(hello.languages!.map(({ language }) => language).toSorted()).toEqual(['de', 'en'])
  expect((await titled('Hallo', 'de')).id).toBe(hello.id)
})

test('problems are named with their file and line', async () => {
  const read = await readZip([
    {
      path: 'bad/page.md',
      bytes: guide('title: Page\nslug: "no / slug"\nstatus: shiny', 'One\n\n[Gone](gone.md)\n\n![Lost](lost.png)\n'),
    },
    { path: 'bad/front.md', bytes: guide('title: [unclosed', 'Text') },
    { path: 'bad/bomb.md', bytes: guide('a: &a [x, x]\nb: &b [*a, *a]\ntitle: Bomb', 'Text') },
  ])
  const items = await report(read.id, 'problem')
  expect(items.map(({ source, remarks }) => [source, remarks])).toEqual([
    ['bad/bomb.md', [{ code: 'front-matter-unreadable', line: 1, about: '' }]],
    ['bad/front.md', [{ code: 'front-matter-unreadable', line: 1, about: '' }]],
    [
      'bad/page.md',
      [
        { code: 'value-unusable', line: 3, about: 'slug' },
        { code: 'value-unusable', line: 4, about: 'status' },
        { code: 'link-broken', line: 8, about: 'gone.md' },
        { code: 'picture-missing', line: 10, about: 'lost.png' },
      ],
    ],
  ])
})

test('a file that is not UTF-8 is left out and named, and one that says it is UTF-16 is taken', async () => {
  const wide = Buffer.from('\ufeff# Gäste\n\nÜber uns', 'utf16le')
  const read = await readZip([
    { path: 'codes/latin.md', bytes: Buffer.from('# Größe\n\nText', 'latin1') },
    { path: 'codes/unmarked.md', bytes: wide.subarray(2) },
    { path: 'codes/wide.md', bytes: wide },
    { path: 'codes/wider.md', bytes: Buffer.from('\ufeff# Wörter', 'utf16le').swap16() },
    { path: 'categories.json', bytes: Buffer.from('[{"path": ["Größe"]}]', 'latin1') },
  ])
  expect((await report(read.id, 'skip')).map(({ source, remarks }) => [source, remarks])).toEqual(
    ['categories.json', 'codes/latin.md', 'codes/unmarked.md'].map((path) => [
      path,
      [{ code: 'not-utf-8', line: null, about: '' }],
    ]),
  )
  expect(await execute(read.id)).toMatchObject({ state: 'done', done: 2, failed: 0 })
  expect((await titled('Gäste')).html).toContain('Über uns')
  expect(await everyArticle()).toContain('Wörter')
})

test('a single page of HTML is an article, without what a page could do', async () => {
  const html =
    '<html><head><title>Site</title></head><body><h1>About <b>us</b></h1><p onclick="x">Hi</p><script>1</script></body></html>'
  await execute((await readBytes('about.html', Buffer.from(html))).id)
  const { html: shown } = await titled('About us')
  expect(shown).toContain('Hi')
  expect(shown).not.toMatch(/script|onclick|Site/)
})

test('many files with links and pictures arrive with all of them', async () => {
  const count = sized(40, 200)
  const numbers = Array.from({ length: count }, (_, index) => index)
  const folder = (number: number) => `Tree/Part ${number % 7}/Chapter ${number % 3}`
  const pages = numbers.map(
    (number): Zipped => ({
      path: `${folder(number)}/page-${number}.md`,
      bytes: guide(
        `title: Page ${number}\nstatus: ${number % 2 ? 'published' : 'draft'}\nlabels: [tree]`,
        `Next: [next](/${encodeURI(folder((number + 1) % count))}/page-${(number + 1) % count}.md)\n\n![P](/Tree/pictures/${number % 9}.png)`,
      ),
    }),
  )
  const pictures = await Promise.all(
    numbers.slice(0, 9).map(
      async (number): Promise<Zipped> => ({
        path: `Tree/pictures/${number}.png`,
        bytes: await sharp({ create: { width: 4, height: number + 1, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      }),
    ),
  )
  const read = await readZip([...pages, ...pictures])
  expect(read.counts).toEqual({ create: count, change: 0, skip: 0, unchanged: 0, problem: 0 })
  expect(await execute(read.id)).toMatchObject({ state: 'done', done: count, failed: 0 })
  const { rows } = await owner.query(
    `select count(distinct t.article_id)::int as articles, count(*) filter (where r.kind = 'article')::int as links,
       count(*) filter (where r.kind = 'file')::int as pictures
     from article_texts t join article_references r using (workspace_id, article_id, language)
     where t.workspace_id = $1 and t.title like 'Page %' and not r.is_live`,
    [acme.id],
  )
  expect(rows).toEqual([{ articles: count, links: count, pictures: count }])
  const again = await readZip([...pages, ...pictures])
  expect(again.counts).toMatchObject({ create: 0, change: 0, skip: count })
  expect((await everyArticle()).filter((title) => title === 'Page 1')).toHaveLength(1)
})
