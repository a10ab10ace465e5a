import { describe, expect, test } from 'vitest'
import { changeArticle, type EditedArticle, publishArticle, showArticle } from '#contract/knowledge-base/articles.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { acme, owner, platform } from '#test/world.ts'
import { upsertPublished } from './queries/published.ts'

const asAdmin = as(acme.admin)

type Answer = EditedArticle & { code?: string; detail?: string; fields?: Record<string, string> }
const put = (id: string, document: object) =>
  asAdmin(changeArticle, { params: { id }, body: { document } }) as Promise<Answer>
const publish = (id: string) => asAdmin(publishArticle, { params: { id }, body: {} })
const readAs = (person: Parameters<typeof as>[0], id: string) => as(person)(showArticle, { params: { id }, query: {} })

const include = (id: string, anchor?: string) => ({
  type: 'include',
  attrs: { reference: { kind: 'article', id, ...(anchor && { anchor }) } },
})
const line = (words: string) => paragraphs(words).content[0]!
const heading = (words: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: words }] })
const doc = (...content: object[]) => ({ type: 'doc', content })

describe('an article that includes another one', () => {
  test('shows what is live of it, or of one section', async () => {
    const source = await newLiveArticle({
      title: 'Source',
      document: doc(heading('First'), line('One'), heading('Second'), line('Two')),
    })
    const { id } = await newLiveArticle({ title: 'Whole', document: doc(include(source.id, 'second')) })
    const { html } = await readAs(acme.customer, id)
    expect(html).toContain('Two')
    expect(html).not.toContain('One')
  })

  test('cannot include itself, and is told where it would', async () => {
    const { id } = await newArticle({ title: 'Alone', document: paragraphs('Alone') })
    const refused = await put(id, doc(line('Alone'), include(id)))
    expect(refused).toMatchObject({ code: 'document-invalid' })
    expect(refused.fields).toEqual({ 'document.content[1]': 'An article cannot include itself' })
    expect((await readAs(acme.admin, id)).html).toBe('<p>Alone</p>')
  })

  test('is refused where a live text includes it, also through a third one and for other readers', async () => {
    const first = await newLiveArticle({ title: 'First', document: paragraphs('First') })
    const second = await newLiveArticle({
      ...{ title: 'Second', visibility: 'team', document: doc(include(first.id)) },
    })
    const third = await newLiveArticle({ title: 'Third', document: doc(line('Third'), include(second.id)) })
    const refused = await put(first.id, doc(line('First'), line('More'), include(third.id)))
    expect(refused.fields).toEqual({
      'document.content[2]': 'This article would include itself here, since "Third" includes it',
    })
  })

  test('may include a section of one whose other section includes it', async () => {
    const first = await newLiveArticle({ title: 'Sections', document: paragraphs('Begun') })
    const second = await newLiveArticle({
      title: 'Other sections',
      document: doc(heading('Free'), line('Free of it'), heading('Bound'), include(first.id)),
    })
    expect((await put(first.id, doc(include(second.id, 'free')))).code).toBeUndefined()
    expect((await put(first.id, doc(include(second.id, 'bound')))).code).toBe('document-invalid')
  })

  test('is not published once what it includes has come to include it', async () => {
    const first = await newArticle({ title: 'Draft of one', document: paragraphs('One') })
    const second = await newArticle({ title: 'Draft of two', document: doc(include(first.id)) })
    expect((await put(first.id, doc(include(second.id)))).code).toBeUndefined()
    expect((await publish(first.id)).code).toBeUndefined()
    expect((await publish(second.id)).code).toBe('document-invalid')
  })

  test('shows a text once, although a circle of earlier days is live', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Old circle', document: paragraphs('Said once') })
    const document = JSON.stringify(doc(line('Said once'), include(id)))
    const text = { articleId: id, language: 'en', title: 'Old circle', slug, document, words: '', revision: 9 }
    const now = new Date().toISOString()
    await inWorkspace(platform.app, acme.id, (tx) =>
      upsertPublished(tx, {
        ...{ ...text, position: 1, audience: 'public', isListed: true, isPinned: false, takesFeedback: true },
        labels: [],
        ...{ excerpt: '', metaTitle: '', metaDescription: '', publishedAt: now, firstPublishedAt: now },
      }),
    )
    expect((await readAs(acme.customer, id)).html.match(/Said once/g)).toHaveLength(1)
  })
})

describe('what includes much', () => {
  const long = paragraphs('x '.repeat(50_000))
  const times = (count: number, id: string) => doc(...Array.from({ length: count }, () => include(id)))
  const lengthOf = async (id: string) => (await readAs(acme.customer, id)).html.length

  test('is refused where it includes more than fifty parts', async () => {
    const source = await newLiveArticle({ title: 'Much', document: paragraphs('Much') })
    const { id } = await newArticle({ title: 'Of much', document: times(50, source.id) })
    const refused = await put(id, times(51, source.id))
    expect(refused).toMatchObject({
      ...{ code: 'document-invalid' },
      fields: { 'document.content[50]': 'An article includes at most 50 parts of other articles' },
    })
  })

  test('shows each part as long as they are not too long together, whatever stands between', async () => {
    const source = await newLiveArticle({ title: 'Long', document: long })
    const between = await newLiveArticle({ title: 'Between', document: times(3, source.id) })
    const many = await newLiveArticle({ title: 'Many', document: times(50, between.id) })
    expect(await lengthOf(between.id)).toBeGreaterThan(300_000)
    expect(await lengthOf(many.id)).toBeGreaterThan(600_000)
    expect(await lengthOf(many.id)).toBeLessThan(2_010_000)
    const whole = await newLiveArticle({
      title: 'Whole of many',
      document: doc(line('Begun'), include(many.id), line('Ended')),
    })
    const { html } = await readAs(acme.customer, whole.id)
    expect(html.length).toBeLessThan(2_010_000)
    expect(html).toMatch(/^<p>Begun<\/p>.*<p>Ended<\/p>$/s)
  })

  test('shows the first fifty parts of what was live before', async () => {
    const source = await newLiveArticle({ title: 'Short', document: paragraphs('Short') })
    const { id } = await newLiveArticle({ title: 'Many of short', document: times(50, source.id) })
    await owner.query('update published_texts set document = $1 where article_id = $2', [times(70, source.id), id])
    expect((await readAs(acme.customer, id)).html.match(/Short/g)).toHaveLength(50)
  })
})
