import type { ServerBuild } from 'react-router'
import { afterAll, describe, expect, test } from 'vitest'
import {
  archiveArticle,
  deleteArticle,
  publishArticle,
  unpublishArticle,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeLanguages, createCategory, deleteCategory } from '#contract/knowledge-base/categories.ts'
import { createRedirect, deleteRedirect, listRedirects } from '#contract/knowledge-base/redirects.ts'
import { createApp } from '#server/app.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { as, ask } from '#test/ask.ts'
import { withoutWayBack } from '#test/canaries.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { acme, globex, owner, type Person, platform, settings } from '#test/world.ts'

const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const app = await createApp(platform, { load: async () => build })
afterAll(() => app.close())

const asAdmin = as(acme.admin)
const visit = (url: string, person: Person | null = null, domain = acme.domain) =>
  app.inject({
    url,
    headers: {
      host: `${domain}.${settings.rootDomain}`,
      ...(person && { cookie: `access_token=${person.token}; workspace_domain=${person.domain}` }),
    },
  })
const leadOf = async (url: string, person: Person | null = null) => {
  const { statusCode, headers } = await visit(url, person)
  return [statusCode, headers.location]
}
const redirect = (path: string, article: string | null) => asAdmin(createRedirect, { body: { path, article } })
const pathOf = (slug: string) => `/knowledgebase/article/${slug}`

describe('an address of an earlier help centre', () => {
  test('leads to its article, below the knowledge base and anywhere else where no page is', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Moved here' })
    await redirect('/hc/en-us/articles/360-Größe/', id)
    await redirect('/knowledgebase/old/12', id)
    await redirect('/hr/knowledgebase/old', id)
    const asked = ['/hc/en-us/articles/360-Gr%C3%B6%C3%9Fe', '/HC/en-us/articles/360-gr%C3%B6%C3%9Fe/?from=mail']
    for (const url of [...asked, '/knowledgebase/old/12', '/hr/knowledgebase/old/'])
      expect(await leadOf(url)).toEqual([301, pathOf(slug)])
  })

  test('says that it is gone where it leads nowhere', async () => {
    await redirect('/hc/gone', null)
    await redirect('/knowledgebase/gone', null)
    const pages = [await visit('/hc/gone'), await visit('/knowledgebase/gone')]
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([410, 410])
    expect(pages[1]!.body).toContain('This article is gone')
  })

  test('is nothing to a reader whose the article is not', async () => {
    const [draft, forCustomers] = [
      await newArticle({ title: 'Not out' }),
      await newLiveArticle({ title: 'For customers', visibility: 'customers' }),
    ]
    await redirect('/knowledgebase/to-draft', draft.id)
    await redirect('/to-customers', forCustomers.id)
    const [never, toDraft] = [await visit('/knowledgebase/never-was'), await visit('/knowledgebase/to-draft')]
    expect([toDraft.statusCode, withoutWayBack(toDraft.body)]).toEqual([404, withoutWayBack(never.body)])
    expect(await leadOf('/to-customers')).toEqual([404, undefined])
    expect(await leadOf('/to-customers', acme.customer)).toEqual([301, pathOf(forCustomers.slug)])
    expect((await visit('/to-customers', null, globex.domain)).statusCode).toBe(404)
  })

  test('hides no page, and leads in no circle', async () => {
    const [one, other] = [await newLiveArticle({ title: 'One page' }), await newLiveArticle({ title: 'Other page' })]
    await redirect(pathOf(one.slug), other.id)
    await redirect(pathOf(other.slug), one.id)
    expect((await visit(pathOf(one.slug))).statusCode).toBe(200)
    await asAdmin(unpublishArticle, { params: { id: one.id }, query: {} })
    expect(await leadOf(pathOf(one.slug))).toEqual([301, pathOf(other.slug)])
    expect((await visit(pathOf(other.slug))).statusCode).toBe(200)
    await asAdmin(unpublishArticle, { params: { id: other.id }, query: {} })
    expect((await visit(pathOf(one.slug))).statusCode).toBe(404)
  })

  test('is gone with an article that is archived, or leads where that leads', async () => {
    const [{ id }, next] = [await newLiveArticle({ title: 'Archived since' }), await newLiveArticle({ title: 'Newer' })]
    await redirect('/hc/archived', id)
    await asAdmin(archiveArticle, { params: { id }, body: {} })
    expect((await visit('/hc/archived')).statusCode).toBe(410)
    await asAdmin(archiveArticle, { params: { id }, body: { to: next.id } })
    expect(await leadOf('/hc/archived')).toEqual([301, pathOf(next.slug)])
  })
})

describe('what a help centre of another maker had', () => {
  const german = async (id: string, title: string) => {
    await asAdmin(writeTranslation, { params: { id, language: 'de' }, body: { title, html: '<p>Ja</p>' } })
    await asAdmin(publishArticle, { params: { id }, body: { language: 'de' } })
  }

  test.each([
    [
      '/hc/*/articles/71-*',
      ['/hc/articles/71', '/hc/en-us/articles/71-Any-title', '/hc/fr/articles/71', '/HC/en-us/articles/71-%C3%84'],
    ],
    ['/*/articles/72-*', ['/articles/72', '/en/articles/72-hello', '/articles/72-an-older-title']],
    ['/article/73-*', ['/article/73-hello', '/article/73']],
    ['/*/support/solutions/articles/74-*', ['/support/solutions/articles/74', '/en/support/solutions/articles/74-so/']],
  ])('is found by the id in it: %s', async (pattern, addresses) => {
    const { id, slug } = await newLiveArticle({ title: `Under ${pattern}` })
    await redirect(pattern, id)
    for (const address of addresses) expect(await leadOf(address), address).toEqual([301, pathOf(slug)])
    expect(await leadOf(addresses[0]!.replace('7', '17'))).toEqual([404, undefined])
  })

  test('leads to the text in the language of the address, and to its categories, home, search and requests', async () => {
    await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })
    const { id, slug } = await newLiveArticle({ title: 'Two tongues' })
    await german(id, 'Zwei Zungen')
    const category = await asAdmin(createCategory, { body: { name: 'Of sections' } })
    await redirect('/hc/*/articles/81-*', id)
    await asAdmin(createRedirect, { body: { path: '/hc/*/sections/82-*', article: null, category: category.id } })
    const led = [
      ['/hc/de/articles/81-Alt', '/de/knowledgebase/article/zwei-zungen'],
      ['/hc/de-at/articles/81', '/de/knowledgebase/article/zwei-zungen'],
      ['/hc/en-us/articles/81', pathOf(slug)],
      ['/hc/pl/articles/81', pathOf(slug)],
      ['/hc/de/sections/82-Teil', `/de/knowledgebase/category/${category.slug}`],
      ['/hc', '/knowledgebase'],
      ['/hc/de', '/de/knowledgebase'],
      ['/hc/de/search?query=zwei%20W%C3%B6rter', '/de/knowledgebase/search?q=zwei%20W%C3%B6rter'],
      ['/hc/en-us/requests/new?ticket_form_id=1', '/customer/tickets/create'],
      ['/hc/en-us/requests', '/customer/tickets'],
    ]
    for (const [from, to] of led) expect(await leadOf(from!), from).toEqual([301, to])
    expect((await visit('/hc/de', null, globex.domain)).statusCode).toBe(404)
    const next = await asAdmin(createCategory, { body: { name: 'Instead' } })
    await asAdmin(deleteCategory, { params: { id: category.id }, query: { to: next.id } })
    expect(await leadOf('/hc/sections/82')).toEqual([301, `/knowledgebase/category/${next.slug}`])
  })

  test('is nothing to a reader whose the category is not', async () => {
    const { id } = await asAdmin(createCategory, { body: { name: 'Inside', visibility: 'team' } })
    await asAdmin(createRedirect, { body: { path: '/hc/*/sections/83-*', article: null, category: id } })
    expect(await leadOf('/hc/sections/83')).toEqual([404, undefined])
    expect((await leadOf('/hc/sections/83', acme.agent))[0]).toBe(301)
  })
})

describe('an admin', () => {
  test('leads many addresses by a pattern, of which the one that says the most counts', async () => {
    const [all, some] = [await newLiveArticle({ title: 'All of it' }), await newLiveArticle({ title: 'Some of it' })]
    await redirect('/manual/*', all.id)
    await redirect('/manual/v2/*.html', some.id)
    expect(await leadOf('/manual')).toEqual([301, pathOf(all.slug)])
    expect(await leadOf('/manual/v1/a.html')).toEqual([301, pathOf(all.slug)])
    expect(await leadOf('/manual/v2/a.html')).toEqual([301, pathOf(some.slug)])
    expect(await leadOf('/manuals')).toEqual([404, undefined])
    for (const path of ['/*', '/*/*/*/*/*/a/*', '/**'])
      expect(await redirect(path, all.id)).toMatchObject({ code: 'redirect-pattern-unclear' })
    await owner.query(
      `insert into redirects (workspace_id, path, is_pattern) select $1, '/p' || number || '/*', true from generate_series(1, 200) number`,
      [acme.id],
    )
    expect(await redirect('/one-pattern-more/*', null)).toMatchObject({ status: 409, code: 'too-many-patterns' })
    await owner.query(`delete from redirects where path like '/p%'`)
  })

  test('leads to no category of another workspace', async () => {
    const theirs = await as(globex.admin)(createCategory, { body: { name: 'Theirs' } })
    expect(
      await asAdmin(createRedirect, { body: { path: '/theirs', article: null, category: theirs.id } }),
    ).toMatchObject({ code: 'category-not-found' })
  })

  test.each([
    ['https://evil.example/x', 400],
    ['//evil.example/x', 400],
    ['/\\evil.example', 400],
    ['/a b', 400],
    ['/a?b=c', 400],
    ['relative', 400],
    ['/', 409],
    ['/api/v1/x', 409],
    ['/SERVICE/tickets', 409],
    ['/%63ustomer/x', 409],
    ['/knowledgebase/', 409],
  ])('cannot say where %s leads: %i', async (path, status) => {
    const { statusCode } = await ask(acme.admin, createRedirect, { body: { path, article: null } })
    expect(statusCode).toBe(status)
  })

  test('sees them with their articles, takes an address once, and takes it back', async () => {
    const { id } = await newLiveArticle({ title: 'Listed' })
    const made = await redirect('/docs/Listed/', id)
    expect(made).toMatchObject({ path: '/docs/listed', article: id, title: 'Listed' })
    expect(await redirect('/DOCS/listed', null)).toMatchObject({ status: 409, code: 'redirect-taken' })
    const first = await asAdmin(listRedirects, { query: { limit: '1' } })
    const rest = await asAdmin(listRedirects, { query: { cursor: first.next! } })
    expect([...first.items, ...rest.items]).toContainEqual(made)
    await asAdmin(deleteRedirect, { params: { id: made.id } })
    expect((await visit('/docs/listed')).statusCode).toBe(404)
    expect(await asAdmin(deleteRedirect, { params: { id: made.id } })).toMatchObject({ code: 'redirect-not-found' })
  })

  test('finds them by a part of the address or by words of the title, and is told what each comes to', async () => {
    const [live, draft, archived] = [
      await newLiveArticle({ title: 'Quokka live' }),
      await newArticle({ title: 'Quokka draft' }),
      await newLiveArticle({ title: 'Quokka archived' }),
    ]
    await asAdmin(archiveArticle, { params: { id: archived.id }, body: {} })
    await redirect('/find/live', live.id)
    await redirect('/find/Draft', draft.id)
    await redirect('/find/archived', archived.id)
    await redirect('/find/gone-100%25', null)
    const listed = async (q: string) =>
      (await asAdmin(listRedirects, { query: { q } })).items.map(({ path, leads }) => [path, leads])
    expect(await listed('/FIND/')).toEqual([
      ['/find/live', 'article'],
      ['/find/draft', 'nowhere'],
      ['/find/archived', 'gone'],
      ['/find/gone-100%', 'gone'],
    ])
    expect(await listed('draft quokka')).toEqual([['/find/draft', 'nowhere']])
    expect(await listed('100%')).toEqual([['/find/gone-100%', 'gone']])
    expect(await as(globex.admin)(listRedirects, { query: { q: '/find/' } })).toMatchObject({ items: [] })
  })

  test('leads to no article of another workspace, nor to one in the trash', async () => {
    const theirs = await newLiveArticle({ title: 'Of Globex' }, globex.admin)
    const trashed = await newArticle({ title: 'Thrown away' })
    await asAdmin(deleteArticle, { params: { id: trashed.id } })
    expect(await redirect('/to-theirs', theirs.id)).toMatchObject({ code: 'article-not-found' })
    expect(await redirect('/to-trash', trashed.id)).toMatchObject({ code: 'article-in-trash' })
  })

  test('has at most 20,000', async () => {
    await owner.query(
      `insert into redirects (workspace_id, path) select $1, '/many/' || number from generate_series(1, 20000) number`,
      [acme.id],
    )
    expect(await redirect('/one-more', null)).toMatchObject({ status: 409, code: 'too-many-redirects' })
  })
})

test('a member who is no admin sees and says nothing of it', async () => {
  const asked = [
    await ask(acme.agent, listRedirects, { query: {} }),
    await ask(acme.agent, createRedirect, { body: { path: '/x', article: null } }),
  ]
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([403, 403])
})
