import { describe, expect, test } from 'vitest'
import {
  archiveArticle,
  changeArticle,
  deleteArticle,
  type EditedArticle,
  listArticles,
  publishArticle,
  showArticle,
  showKnowledgeBaseReport,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { copyArticle } from '#contract/knowledge-base/copies.ts'
import type { InputOf } from '#contract/pages.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { acme, globex, newMember, owner } from '#test/world.ts'

await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
const byAdmin = as(acme.admin)
const text = paragraphs('What it is for', 'How it is done')
const copy = (id: string, by = acme.admin) =>
  as(by)(copyArticle, { params: { id } }) as Promise<EditedArticle & { code?: string }>
const list = async (query: InputOf<typeof listArticles>['query'] = {}) =>
  (await byAdmin(listArticles, { query: { limit: '100', ...query } })).items.map(({ id }) => id)
const newTemplate = (title = 'How to') => newArticle({ title, document: text, isTemplate: true, labels: ['guide'] })

describe('a template', () => {
  test('is in its own list and count, and in no other', async () => {
    const report = () => byAdmin(showKnowledgeBaseReport, { query: {} })
    const before = await report()
    const { id, isTemplate } = await newTemplate()
    expect(isTemplate).toBe(true)
    expect(await list({ status: 'template' })).toContain(id)
    for (const query of [{}, { status: 'draft' }, { q: 'How to' }, { label: 'guide' }] as const)
      expect(await list(query)).not.toContain(id)
    expect(await report()).toEqual({ ...before, templates: before.templates + 1 })
    await byAdmin(deleteArticle, { params: { id } })
    expect(await list({ status: 'trash' })).toContain(id)
  })

  test('is no namesake of what is made of it, and is not published, now, later or to an end', async () => {
    const { id } = await newTemplate('Alone')
    const made = await copy(id)
    expect(made.namesakes).toEqual([])
    for (const body of [{}, { at: '2090-01-01T00:00:00.000Z' }])
      expect(await byAdmin(publishArticle, { params: { id }, body })).toMatchObject({ code: 'article-is-template' })
    expect(await byAdmin(archiveArticle, { params: { id }, body: {} })).toMatchObject({ code: 'article-is-template' })
  })

  test('is made of a draft, and one again; not of what readers have or had', async () => {
    const { id } = await newArticle({ title: 'Draft' })
    const turn = (of: string, isTemplate: boolean) =>
      byAdmin(changeArticle, { params: { id: of }, body: { isTemplate } })
    expect(await turn(id, true)).toMatchObject({ isTemplate: true })
    expect(await turn(id, false)).toMatchObject({ isTemplate: false })
    const live = await newLiveArticle({ title: 'Live' })
    expect(await turn(live.id, true)).toMatchObject({ code: 'template-live' })
    const planned = await newArticle({ title: 'Planned' })
    await byAdmin(publishArticle, { params: { id: planned.id }, body: { at: '2090-01-01T00:00:00.000Z' } })
    expect(await turn(planned.id, true)).toMatchObject({ code: 'template-live' })
    const archived = await newArticle({ title: 'Archived' })
    await byAdmin(archiveArticle, { params: { id: archived.id }, body: {} })
    expect(await turn(archived.id, true)).toMatchObject({ code: 'template-live' })
  })
})

describe('a copy', () => {
  test('of a template is an article with its texts in each language, its place and labels, of whoever makes it', async () => {
    const { id } = await newTemplate()
    await byAdmin(writeTranslation, {
      params: { id, language: 'hr' },
      body: { title: 'Kako', document: paragraphs('Čemu služi') },
    })
    const nora = await newMember(acme, 'Nora', 'AdminUser')
    const made = await copy(id, nora)
    expect(made).toMatchObject({
      ...{ title: 'How to', status: 'draft', isTemplate: false, labels: ['guide'], owner: { id: nora.id } },
      document: { content: text.content },
    })
    expect(made.languages.map(({ language }) => language)).toEqual(['en', 'hr'])
    expect(await byAdmin(showArticle, { params: { id: made.id }, query: { language: 'hr' } })).toMatchObject({
      title: 'Kako',
    })
    const again = await copy(id)
    expect(again.slug).not.toBe(made.slug)
    expect(await byAdmin(publishArticle, { params: { id: again.id }, body: {} })).toMatchObject({ isLive: true })
  })

  test('of an article is a draft that says so, whatever readers have of it', async () => {
    const { id } = await newLiveArticle({ title: 'Bulbs', document: text, visibility: 'customers', isPinned: true })
    expect(await copy(id)).toMatchObject({
      ...{ title: 'Bulbs (copy)', status: 'draft', isLive: false, visibility: 'customers', isPinned: false },
    })
    const { id: long } = await newArticle({ title: 'x'.repeat(200) })
    expect((await copy(long)).title).toBe(`${'x'.repeat(193)} (copy)`)
  })

  test('is made of nothing in the trash, or of another workspace, and by admins', async () => {
    const { id } = await newTemplate()
    expect(await copy(id, globex.admin)).toMatchObject({ code: 'article-not-found' })
    expect(await copy(id, acme.agent)).toMatchObject({ code: 'not-allowed' })
    await byAdmin(deleteArticle, { params: { id } })
    expect(await copy(id)).toMatchObject({ code: 'article-in-trash' })
  })
})
