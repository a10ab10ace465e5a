import { describe, expect, test } from 'vitest'
import {
  archiveArticle,
  changeArticle,
  publishArticle,
  unpublishArticle,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeKnowledgeBaseSettings, changeLanguages, createCategory } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { acme, app, globex, owner, type Person, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const visit = (path: string, person: Person | null = null, domain = acme.domain, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({
    ...{ method, url: encodeURI(path) },
    headers: {
      host: `${domain}.${settings.rootDomain}`,
      ...(person && { cookie: `access_token=${person.token}` }),
    },
  })
const locationOf = async (path: string) => {
  const { statusCode, headers } = await visit(path)
  return [statusCode, decodeURI(String(headers.location))]
}
const rename = async (id: string, slug: string) => {
  await asAdmin(changeArticle, { params: { id }, body: { slug } })
  await asAdmin(publishArticle, { params: { id }, body: {} })
}
const article = (slug: string) => `/knowledgebase/article/${slug}`

describe('an article', () => {
  test('is a whole page without any script of its own being needed', async () => {
    const { slug } = await newLiveArticle({ title: 'Reset a shift', document: paragraphs('Press <reset>.') })
    const page = await visit(article(slug))
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<h1 class="article-title wrap-anywhere">Reset a shift</h1>')
    expect(page.body).toContain('<p>Press &lt;reset&gt;.</p>')
    expect(page.headers['set-cookie']).toBeUndefined()
  })

  test('is what was published, and not what is being written', async () => {
    const { id, slug } = await newLiveArticle({ title: 'As it is' })
    await asAdmin(changeArticle, { params: { id }, body: { title: 'As it will be' } })
    expect((await visit(article(slug))).body).not.toContain('As it will be')
    await asAdmin(publishArticle, { params: { id }, body: {} })
    expect((await visit(article(slug))).body).toContain('As it will be')
    await asAdmin(unpublishArticle, { params: { id }, query: {} })
    expect((await visit(article(slug))).statusCode).toBe(404)
  })

  test('is found under each address that it ever had, in any script', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Первый' })
    await rename(id, 'zweiter-größer')
    await rename(id, '三つ目')
    await rename(id, 'fourth')
    for (const old of [slug, 'zweiter-größer', '三つ目'])
      expect(await locationOf(article(old))).toEqual([301, article('fourth')])
  })

  test('leads to who took its address later', async () => {
    const first = await newLiveArticle({ title: 'First to have it', slug: 'wanted' })
    await rename(first.id, 'given-up')
    const second = await newLiveArticle({ title: 'Second to have it', slug: 'wanted' })
    expect((await visit(article('wanted'))).body).toContain(second.title)
  })

  test('has a reading time, its contents, its neighbours and a way to ask', async () => {
    const { id: category } = await asAdmin(createCategory, { body: { name: 'Rota' } })
    const heading = (text: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })
    const document = { type: 'doc', content: [heading('How it is chosen'), heading('What changes')] }
    const [before, here, after] = [
      await newLiveArticle({ title: 'Before it', category }),
      await newLiveArticle({ title: 'Here', category, document }),
      await newLiveArticle({ title: 'After it', category }),
    ]
    const { body } = await visit(article(here.slug))
    expect(body).toContain('1 min read')
    expect(body).toContain('href="#how-it-is-chosen"')
    expect(body).toMatch(new RegExp(`href="${article(before.slug)}" rel="prev"`))
    expect(body).toMatch(new RegExp(`href="${article(after.slug)}" rel="next"`))
    expect(body).toContain(`/customer/tickets/create?article=${here.id}`)
  })
})

describe('the pages of a workspace', () => {
  test('have its own words on the home page and its links on every page, from the next request on', async () => {
    const { slug } = await newLiveArticle({ title: 'With a foot' })
    const set = (body: object) => asAdmin(changeKnowledgeBaseSettings, { body })
    const before = (await visit('/knowledgebase')).body
    expect(before).toContain('What do you need to know?')
    await set({
      home: { en: { title: 'How can <we> help?', text: '' } },
      headerLinks: [{ label: 'Status', href: 'https://status.test/?a=1&b=2' }],
      footerLinks: [{ label: 'Imprint', href: '/imprint' }],
    })
    const home = (await visit('/knowledgebase')).body
    expect(home).toContain('How can &lt;we&gt; help?')
    expect(home).toContain('href="https://status.test/?a=1&amp;b=2"')
    expect((await visit(article(slug))).body).toMatch(/<a href="\/imprint"[^>]*>Imprint<\/a>/)
    await set({ home: {}, headerLinks: [], footerLinks: [] })
    expect((await visit('/knowledgebase')).body).toBe(before)
  })
})

describe('what is not for a reader', () => {
  test('is answered like what never was', async () => {
    const draft = await newArticle({ title: 'Only a draft' })
    const own = await newLiveArticle({ title: 'For us', visibility: 'team' })
    const theirs = await newLiveArticle({ title: 'Of another workspace' }, globex.admin)
    const pages = await Promise.all(
      [draft.slug, own.slug, theirs.slug, 'never-was', '%00'].map((slug) => visit(article(slug))),
    )
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
    // Ignores the sign-in link, because it contains the requested path.
    expect(new Set(pages.map(({ body }) => body.replace(/\?next=[^"]*/, ''))).size).toBe(1)
  })

  test('is shown to those for whom it is, and kept by nobody', async () => {
    const forUs = await newLiveArticle({ title: 'Ours', visibility: 'team' })
    const forCustomers = await newLiveArticle({ title: 'Yours', visibility: 'customers' })
    const statuses = async (slug: string) =>
      Promise.all(
        [null, acme.customer, acme.agent, globex.admin].map(
          async (person) => (await visit(article(slug), person)).statusCode,
        ),
      )
    expect(await statuses(forUs.slug)).toEqual([404, 404, 200, 404])
    expect(await statuses(forCustomers.slug)).toEqual([404, 200, 200, 404])
    const page = await visit(article(forUs.slug), acme.agent)
    expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    expect(page.body).toContain('Team only')
  })

  test('stands in no list of theirs', async () => {
    const { id: category, slug } = await asAdmin(createCategory, { body: { name: 'Mixed' } })
    await newLiveArticle({ title: 'Seen by all', category, isPinned: true })
    await newLiveArticle({ title: 'Seen by us', category, visibility: 'team', isPinned: true })
    await newLiveArticle({ title: 'Seen by link', category, visibility: 'unlisted', isPinned: true })
    const lists = [await visit('/knowledgebase'), await visit(`/knowledgebase/category/${slug}`)]
    expect(lists.map(({ body }) => /Seen by (us|link)/.exec(body))).toEqual([null, null])
    expect(lists[0]!.body).toContain('1 article<')
  })
})

describe('a category', () => {
  test('is read at its name, to which its id leads', async () => {
    const { id, slug } = await asAdmin(createCategory, { body: { name: 'Payroll', description: 'Pay periods' } })
    expect(await locationOf(`/knowledgebase/category/${id}`)).toEqual([301, `/knowledgebase/category/${slug}`])
    expect((await visit(`/knowledgebase/category/${slug}`)).body).toContain('Pay periods')
  })

  test('that nobody has is not there', async () => {
    const { id } = await as(globex.admin)(createCategory, { body: { name: 'Theirs' } })
    expect((await visit(`/knowledgebase/category/${id}`)).statusCode).toBe(404)
  })
})

describe('another language', () => {
  const translate = async (id: string, title: string) => {
    await asAdmin(changeLanguages, { body: { items: ['en', 'hr'] } })
    await asAdmin(writeTranslation, { params: { id, language: 'hr' }, body: { title } })
    await asAdmin(publishArticle, { params: { id }, body: { language: 'hr' } })
  }
  /** Changes `on_missing` in the database. Creating a category then invalidates the cached pages. */
  const setOnMissing = async (how: string) => {
    await owner.query('update knowledge_bases set on_missing = $2 where workspace_id = $1', [acme.id, how])
    await asAdmin(createCategory, { body: { name: `On missing: ${how}` } })
  }

  test('has pages of its own, and the first has none of its name', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Shifts' })
    await translate(id, 'Smjene')
    const page = await visit('/hr/knowledgebase/article/smjene')
    expect(page.body).toContain('<html lang="hr">')
    expect(page.body).toContain('Smjene')
    expect(await locationOf(`/hr/knowledgebase/article/${slug}`)).toEqual([301, '/hr/knowledgebase/article/smjene'])
    expect(await locationOf(`/en/knowledgebase/article/${slug}`)).toEqual([301, article(slug)])
    expect(await locationOf('/HR/knowledgebase')).toEqual([404, 'undefined'])
    expect((await visit('/de/knowledgebase')).statusCode).toBe(404)
    const home = await visit('/hr/knowledgebase')
    expect([home.statusCode, home.body.includes('<html lang="hr">'), home.body.includes('Smjene')]).toEqual([
      200,
      true,
      true,
    ])
  })

  test('in which a text is missing shows it in the first and says so, or does not have it', async () => {
    await asAdmin(changeLanguages, { body: { items: ['en', 'hr'] } })
    const { slug } = await newLiveArticle({ title: 'Not translated' })
    const page = await visit(`/hr/knowledgebase/article/${slug}`)
    expect(page.body).toContain('Ovaj članak još nije preveden na hrvatski. Jezik teksta: engleski.')
    expect(page.body).toContain('<html lang="hr">')
    expect(page.body).toContain('<h1 class="article-title wrap-anywhere" lang="en">Not translated</h1>')
    expect(page.body).toContain('<div class="reading" lang="en">')
    expect((await visit('/hr/knowledgebase')).body).toContain('Not translated')
    await setOnMissing('not-found')
    expect((await visit(`/hr/knowledgebase/article/${slug}`)).statusCode).toBe(404)
    expect((await visit('/hr/knowledgebase')).body).not.toContain('Not translated')
    await setOnMissing('first-language')
  })
})

describe('a knowledge base', () => {
  test('of a host that nobody has is the page of such hosts', async () => {
    const page = await visit('/knowledgebase', null, 'no-such-workspace')
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('<title>No workspace here</title>')
  })

  test('answers a question for its headers alone', async () => {
    const page = await visit('/knowledgebase', null, acme.domain, 'HEAD')
    expect([page.statusCode, page.body]).toEqual([200, ''])
  })
})

describe('for programs', () => {
  const read = async (path: string) => (await visit(path)).body

  test('the map of the site has what everybody finds, and nothing else', async () => {
    const { slug } = await newLiveArticle({ title: 'On the map & found' })
    const hidden = await newLiveArticle({ title: 'Off the map', visibility: 'unlisted' })
    const map = await read('/sitemap.xml')
    expect(map).toContain(`<loc>${settings.workspaceOrigin(acme.domain)}/knowledgebase/article/${slug}</loc>`)
    expect(map).not.toContain(hidden.slug)
    expect((await visit('/sitemap-1.xml')).statusCode).toBe(404)
  })

  test('robots are told where the map is, and what is no business of theirs', async () => {
    const robots = await visit('/robots.txt')
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(robots.body).toContain(`Sitemap: ${settings.workspaceOrigin(acme.domain)}/sitemap.xml`)
    expect(robots.body).toContain('Disallow: /customer/')
  })

  test('the feeds tell what is new, of all and of a category with what stands below it', async () => {
    const above = await asAdmin(createCategory, { body: { name: 'Above' } })
    const below = await asAdmin(createCategory, { body: { name: 'Below', parent: above.id } })
    const { id } = await newLiveArticle({ title: 'News <b>', category: below.id })
    for (const path of ['/knowledgebase/feed.xml', `/knowledgebase/category/${above.slug}/feed.xml`])
      expect(await read(path)).toContain(`<title>News &lt;b&gt;</title><id>urn:uuid:${id}</id>`)
    expect((await visit('/knowledgebase/category/nothing/feed.xml')).statusCode).toBe(404)
  })

  test('llms.txt is a list of the articles, and a line of it cannot begin another', async () => {
    const { slug } = await newLiveArticle({ title: 'A [title]', excerpt: 'What it says' })
    expect(await read('/llms.txt')).toContain(
      `- [A \\[title\\]](${settings.workspaceOrigin(acme.domain)}/knowledgebase/article/${slug}.md): What it says`,
    )
  })

  test('an article can be read as Markdown, with whole addresses, under each address that it had', async () => {
    const other = await newLiveArticle({ title: 'Led to' })
    const link = { type: 'link', attrs: { reference: { kind: 'article', id: other.id } } }
    const words = [{ type: 'text', text: 'Read this', marks: [link] }]
    const document = { type: 'doc', content: [{ type: 'paragraph', content: words }] }
    const { id, slug } = await newLiveArticle({ title: 'In *Markdown*', document })
    const origin = settings.workspaceOrigin(acme.domain)
    const twin = await visit(`${article(slug)}.md`)
    expect(twin.headers).toMatchObject({ 'content-type': 'text/markdown; charset=utf-8', 'x-robots-tag': 'noindex' })
    expect(twin.body).toContain(`# In \\*Markdown\\*\n\n[Read this](${origin}${article(other.slug)})\n`)
    expect(twin.body).toContain(`<${origin}${article(slug)}>, updated `)
    const headers = { host: `${acme.domain}.${settings.rootDomain}`, 'if-none-match': String(twin.headers.etag) }
    expect((await app.inject({ url: `${article(slug)}.md`, headers })).statusCode).toBe(304)
    expect((await visit(article(slug))).body).toContain(`data-markdown="${article(slug)}.md"`)
    await rename(id, 'in-markdown-now')
    expect(await locationOf(`${article(slug)}.md`)).toEqual([301, `${article('in-markdown-now')}.md`])
    await asAdmin(archiveArticle, { params: { id }, body: {} })
    expect((await visit(`${article(slug)}.md`)).statusCode).toBe(410)
  })

  test('what only customers may read has no Markdown, whoever asks', async () => {
    const { slug } = await newLiveArticle({ title: 'Not for programs', visibility: 'customers' })
    const asked = [null, acme.customer].map(async (person) => (await visit(`${article(slug)}.md`, person)).statusCode)
    expect(await Promise.all(asked)).toEqual([404, 404])
    expect((await visit(article(slug), acme.customer)).body).not.toContain('data-markdown')
  })

  test('a page names its own address, and those in other languages', async () => {
    await asAdmin(changeLanguages, { body: { items: ['en', 'hr'] } })
    const { id, slug } = await newLiveArticle({ title: 'Known by name' })
    await asAdmin(writeTranslation, { params: { id, language: 'hr' }, body: { title: 'Poznat' } })
    await asAdmin(publishArticle, { params: { id }, body: { language: 'hr' } })
    const origin = settings.workspaceOrigin(acme.domain)
    const html = await read('/hr/knowledgebase/article/poznat')
    expect(html).toContain(`<link rel="canonical" href="${origin}/hr/knowledgebase/article/poznat"/>`)
    expect(html).toContain(`<link rel="alternate" hrefLang="x-default" href="${origin}${article(slug)}"/>`)
    expect(html).toContain('"@type":"BreadcrumbList"')
    expect(html).toContain('<meta property="og:type" content="article"/>')
  })

  test('what stands in no list is not for search engines', async () => {
    const { slug } = await newLiveArticle({ title: 'By its link', visibility: 'unlisted' })
    const page = await visit(article(slug))
    expect([page.headers['x-robots-tag'], page.body.includes('content="noindex"')]).toEqual(['noindex', true])
  })
})

describe('the search', () => {
  const search = (words: string, person: Person | null = null, base = '') =>
    visit(`${base}/knowledgebase/search?q=${words}`, person)

  test('shows the section that fits, its words marked, and leads to it', async () => {
    const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Feeding <wombats>' }] }
    const document = { type: 'doc', content: [heading, ...paragraphs('They like grass & roots.').content] }
    const { slug } = await newLiveArticle({ title: 'Large animals', document })
    const page = await search('wombats')
    expect([page.statusCode, page.headers['x-robots-tag'], page.headers['cache-control']]).toEqual([
      200,
      'noindex',
      'no-store',
    ])
    expect(page.body).toContain(`href="${article(slug)}?q=wombats#feeding-wombats"`)
    expect(page.body).toMatch(/Feeding &lt;<mark[^>]*>wombats<\/mark>&gt;/)
    expect(page.body).toContain('They like grass &amp; roots.')
    expect(page.body).toContain('1 result')
  })

  test('offers the spelling that was meant, and a request with the words where there is none', async () => {
    await newLiveArticle({ title: 'Numbats at dusk' })
    expect((await search('nubmats')).body).toMatch(/Found as <a href="[^"]*q=numbats"/i)
    const nothing = (await search('xyzzyq<"')).body
    expect(nothing).toContain('Nothing was found for “xyzzyq&lt;&quot;”.')
    expect(nothing).toContain('/customer/tickets/create?subject=xyzzyq%3C%22')
  })

  test('that finds nothing leads to the languages in which something is, as far as it is the reader’s', async () => {
    await asAdmin(changeLanguages, { body: { items: ['en', 'hr', 'de'] } })
    const translate = async (title: string, visibility: 'public' | 'team') => {
      const { id } = await newLiveArticle({ title: 'Numbers', visibility })
      await asAdmin(writeTranslation, { params: { id, language: 'hr' }, body: { title } })
      await asAdmin(publishArticle, { params: { id }, body: { language: 'hr' } })
    }
    await translate('Brojevi dokumenata', 'public')
    await translate('Brojevi plata', 'team')
    const page = (await search('brojevi')).body
    expect(page).toContain('Found in another language:')
    expect(page).toMatch(/<a href="\/hr\/knowledgebase\/search\?q=brojevi" lang="hr"[^>]*>hrvatski<\/a> \(<?1/)
    expect(page).not.toMatch(/href="\/de\/knowledgebase\/search\?q=brojevi" lang="de" hrefLang="de" class="font/)
    expect((await search('brojevi', acme.agent)).body).toMatch(/hrvatski<\/a> \(2/)
    expect((await search('plata')).body).not.toContain('Found in another language')
    expect((await search('numbers')).body).not.toContain('Found in another language')
    await asAdmin(changeLanguages, { body: { items: ['en', 'hr'] } })
  })

  test('answers each question by itself, and each reader with what is theirs', async () => {
    await newLiveArticle({ title: 'Quokkas for everybody' })
    await newLiveArticle({ title: 'Quokkas for the team', visibility: 'team' })
    const [anonymous, member, other] = await Promise.all([
      search('quokkas'),
      search('quokkas', acme.agent),
      search('dusk'),
    ])
    expect(anonymous.body).toContain('for everybody')
    expect(anonymous.body).not.toContain('for the team')
    expect(member.body).toContain('for the team')
    expect(other.body).not.toContain('for everybody')
  })
})

test('signing in leads back to the page that was asked for, whether it is there or not', async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'hr'] } })
  const { slug } = await newLiveArticle({ title: 'Only for customers', visibility: 'customers' })
  const wayIn = async (path: string) =>
    /href="(\/customer\/auth\/login[^"]*)"/.exec((await visit(path)).body)?.[1]?.replaceAll('&amp;', '&')
  const loginFor = (path: string) => `/customer/auth/login?next=${encodeURIComponent(path)}`
  for (const path of [`/knowledgebase/article/${slug}`, '/hr/knowledgebase/article/nothing'])
    expect(await wayIn(`${path}?from=mail`)).toBe(loginFor(path))
  await asAdmin(changeKnowledgeBaseSettings, { body: { audience: 'customers' } })
  for (const path of ['/knowledgebase/search?q=holiday', '/hr/knowledgebase'])
    expect((await visit(path)).headers.location).toBe(loginFor(path))
  await asAdmin(changeKnowledgeBaseSettings, { body: { audience: 'public' } })
})
