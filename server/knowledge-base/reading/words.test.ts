import { ElementType, parseDocument } from 'htmlparser2'
import { beforeAll, describe, expect, test } from 'vitest'
import { archiveArticle, publishArticle, writeTranslation } from '#contract/knowledge-base/articles.ts'
import { changeCategory, changeLanguages, createCategory } from '#contract/knowledge-base/categories.ts'
import { createPreviewLink } from '#contract/knowledge-base/preview-links.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, app, settings } from '#test/world.ts'
import { en } from '#web/lib/reading-words/dictionaries/en.ts'
import { hr } from '#web/lib/reading-words/dictionaries/hr.ts'

const asAdmin = as(acme.admin)
const host = `${acme.domain}.${settings.rootDomain}`
const visit = (path: string) => app.inject({ url: encodeURI(path), headers: { host } })

const heading = (text: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const callout = { type: 'callout', attrs: { kind: 'warning' }, content: [paragraph('Pazite.')] }
const document = { type: 'doc', content: [heading('Prvo'), paragraph('Raspored.'), callout, heading('Drugo')] }

/** Returns all texts of a page: the contents of its elements and the texts in attributes. */
function saidOn(html: string): string[] {
  const told: string[] = []
  type Node = ReturnType<typeof parseDocument>['children'][number]
  const read = (node: Node): string => {
    if (node.type === ElementType.Text) return node.data
    if (!('children' in node) || node.type === ElementType.Script || node.type === ElementType.Style) return ''
    const own = node.children.map(read).join('')
    const attributes =
      'attribs' in node ? [node.attribs['aria-label'], node.attribs.placeholder, node.attribs.title] : []
    told.push(...own.split(' · '), ...attributes.filter((text) => text !== undefined))
    return own
  }
  parseDocument(html).children.map(read)
  return told.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

function sentencesOf(words: object): string[] {
  return Object.values(words).flatMap((value) => (typeof value === 'string' ? [value] : sentencesOf(value)))
}
const ours = new Set(sentencesOf(hr))
const asPattern = (text: string) =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`, 'u')
/** Patterns for all English texts that differ from the Croatian texts. Placeholders such as `{name}` match any text. */
const english = sentencesOf(en)
  .filter((text) => !ours.has(text))
  .map(asPattern)
const englishOn = (html: string) => saidOn(html).filter((text) => english.some((pattern) => pattern.test(text)))

let croatian: { slug: string; id: string; category: string; archived: string }

beforeAll(async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'hr', 'ja', 'ar'] } })
  const category = await asAdmin(createCategory, { body: { name: 'Rota' } })
  await asAdmin(changeCategory, { params: { id: category.id }, body: { language: 'hr', name: 'Raspored' } })
  const below = await asAdmin(createCategory, { body: { name: 'Nights', parent: category.id } })
  await asAdmin(changeCategory, { params: { id: below.id }, body: { language: 'hr', name: 'Noći' } })
  const translate = async (title: string, named: string) => {
    const { id } = await newLiveArticle({ title, category: category.id, labels: ['rota'] })
    await asAdmin(writeTranslation, { params: { id, language: 'hr' }, body: { title: named, document } })
    const { slug } = await asAdmin(publishArticle, { params: { id }, body: { language: 'hr' } })
    return { id, slug }
  }
  await translate('Before', 'Prije')
  const article = await translate('Swap a shift', 'Zamjena smjene')
  await translate('After', 'Poslije')
  const archived = await translate('Gone', 'Nestalo')
  await asAdmin(archiveArticle, { params: { id: archived.id }, body: { language: 'en' } })
  await asAdmin(archiveArticle, { params: { id: archived.id }, body: { language: 'hr' } })
  croatian = { ...article, category: category.slug, archived: archived.slug }
})

describe('in Croatian no word is English', () => {
  test.each([
    ['the home page', () => '/hr/knowledgebase', 200],
    ['a category', () => `/hr/knowledgebase/category/${croatian.category}`, 200],
    ['an article', () => `/hr/knowledgebase/article/${croatian.slug}`, 200],
    ['what was found', () => '/hr/knowledgebase/search?q=raspored', 200],
    ['a search for nothing', () => '/hr/knowledgebase/search', 200],
    ['a search in vain', () => '/hr/knowledgebase/search?q=xyzzyq', 200],
    ['what is not there', () => '/hr/knowledgebase/article/nema-toga', 404],
    ['what is gone', () => `/hr/knowledgebase/article/${croatian.archived}`, 410],
  ])('on %s', async (_, path, status) => {
    const page = await visit(path())
    expect(page.statusCode).toBe(status)
    expect(englishOn(page.body)).toEqual([])
    expect(saidOn(page.body)).toContain('Prijeđi na sadržaj')
  })

  test('in what a form without a script is answered with', async () => {
    const page = await app.inject({
      ...{ method: 'POST', url: `/hr/knowledgebase/article/${croatian.slug}/feedback` },
      headers: {
        ...{ host, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({
        article: croatian.id,
        language: 'hr',
        helpful: 'true',
        email: 'nitko',
      }).toString(),
    })
    expect([page.statusCode, page.body.includes('<html lang="hr">')]).toEqual([400, true])
    expect(saidOn(page.body)).toContain('Upišite adresu poput ime@primjer.hr')
    expect(englishOn(page.body)).toEqual([])
  })

  test('in a draft that somebody was sent', async () => {
    const { url } = await asAdmin(createPreviewLink, { params: { id: croatian.id }, body: { language: 'hr' } })
    const { body } = await visit(new URL(url).pathname)
    expect(body).toContain('Ovo je skica')
    expect(englishOn(body)).toEqual([])
  })

  test('in what programs read', async () => {
    const [feed, twin] = await Promise.all(
      ['/hr/knowledgebase/feed.xml', `/hr/knowledgebase/article/${croatian.slug}.md`].map(visit),
    )
    expect(feed!.body).toContain('<title>Acme – pomoć</title>')
    expect(twin!.body).toMatch(/, ažurirano 20\d\d-\d\d-\d\d\n$/)
  })
})

test('the walk over a page finds the English words where they are', async () => {
  const { body } = await visit('/knowledgebase/article/swap-a-shift')
  expect(englishOn(body)).toEqual(
    expect.arrayContaining(['Skip to the page', 'Was this helpful?', 'Read next', 'Next and previous', 'Breadcrumbs']),
  )
})

describe('a language', () => {
  test('without words of ours is told from the English around it', async () => {
    const home = (await visit('/ja/knowledgebase')).body
    expect(home).toContain('<html lang="ja">')
    expect(home).toMatch(/<h2 id="topics"[^>]* lang="en">Topics</)
    const article = (await visit('/ja/knowledgebase/article/swap-a-shift')).body
    expect(article).toContain('This article is not written in Japanese yet. You are reading it in English.')
    expect(article).toMatch(/<time [^>]*lang="ja">20\d\d年/)
  })

  test('that is written from the right stands so, and what is not in it as it is written', async () => {
    const page = (await visit('/ar/knowledgebase/article/swap-a-shift')).body
    expect(page).toContain('<html lang="ar" dir="rtl">')
    expect(page).toContain('<div class="reading" lang="en" dir="ltr">')
  })
})
