import { expect, test } from 'vitest'
import { changeArticle, deleteArticle, publishArticle, writeTranslation } from '#contract/articles.ts'
import { readDocument } from '#contract/document-reading.ts'
import { changeLanguages } from '#contract/knowledge-base.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { acme, globex, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const at = (path: string) => `${settings.workspaceOrigin(acme.domain)}${path}`
const article = (slug: string) => at(`/knowledgebase/article/${slug}`)
const linking = (...hrefs: string[]) => hrefs.map((href) => `<p><a href="${href}">there</a></p>`).join('')
const articlesIn = async (...hrefs: string[]) =>
  (await asAdmin(readDocument, { body: { html: linking(...hrefs) } })).articles

test('what is pasted names the articles whose addresses it has, also one that they had, and their sections', async () => {
  const { id } = await newLiveArticle({ title: 'Refunds', slug: 'rückgaben' })
  await asAdmin(changeArticle, { params: { id }, body: { slug: 'refunds' } })
  await asAdmin(publishArticle, { params: { id }, body: {} })
  const former = article('r%C3%BCckgaben')
  expect(
    await articlesIn(former, `${article('refunds')}#how-long`, `${article('refunds')}?from=mail#:~:text=a%20b`),
  ).toEqual([
    { href: former, reference: { kind: 'article', id } },
    { href: `${article('refunds')}#how-long`, reference: { kind: 'article', id, anchor: 'how-long' } },
    { href: `${article('refunds')}?from=mail#:~:text=a%20b`, reference: { kind: 'article', id } },
  ])
})

test('an address is that of the article that has it in its language', async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })
  const english = await newLiveArticle({ title: 'Hilfe', slug: 'hilfe' })
  const german = await newLiveArticle({ title: 'Help', slug: 'help' })
  await asAdmin(writeTranslation, {
    params: { id: german.id, language: 'de' },
    body: { title: 'Hilfe', slug: 'hilfe' },
  })
  await asAdmin(publishArticle, { params: { id: german.id }, body: { language: 'de' } })
  const found = await articlesIn(article('hilfe'), at('/de/knowledgebase/article/hilfe'))
  expect(found.map(({ reference }) => reference.id)).toEqual([english.id, german.id])
})

test('what is no address of an article here stays an address', async () => {
  const trashed = await newLiveArticle({ title: 'Thrown away', slug: 'thrown-away' })
  await asAdmin(deleteArticle, { params: { id: trashed.id } })
  await newArticle({ title: 'Never live', slug: 'never-live' })
  const addresses = [
    article('never'),
    article('thrown-away'),
    article('never-live'),
    at('/knowledgebase'),
    'https://example.com/knowledgebase/article/refunds',
  ]
  expect(await articlesIn(...addresses)).toEqual([])
})

test('an article of others is not named', async () => {
  await newLiveArticle({ title: 'Ours', slug: 'ours' })
  const body = {
    html: linking(article('ours'), `${settings.workspaceOrigin(globex.domain)}/knowledgebase/article/ours`),
  }
  expect((await as(globex.admin)(readDocument, { body })).articles).toEqual([])
})
