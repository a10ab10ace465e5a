import { expect, test } from 'vitest'
import {
  changeArticle,
  deleteArticle,
  type EditedArticle,
  publishArticle,
  unpublishArticle,
} from '#contract/knowledge-base/articles.ts'
import { createCategory } from '#contract/knowledge-base/categories.ts'
import { listBacklinks, listBrokenLinks } from '#contract/knowledge-base/links.ts'
import { createRedirect } from '#contract/knowledge-base/redirects.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { acme, globex, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
type Target = { kind: string; id: string; anchor?: string }
const link = (attrs: object) => ({ type: 'text', text: 'there', marks: [{ type: 'link', attrs }] })
const linking = (...targets: (Target | string)[]) => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: targets.map((target) => link(typeof target === 'string' ? { href: target } : { reference: target })),
    },
  ],
})
const article = ({ id }: Pick<EditedArticle, 'id'>, anchor?: string) => ({
  kind: 'article',
  id,
  ...(anchor && { anchor }),
})
const faultsOf = async (id: string) =>
  (await asAdmin(listBrokenLinks, { params: { id }, query: {} })).items.map((link) => [
    'title' in link ? link.title : link.href,
    link.fault,
  ])

test('what readers of an article would follow in vain is listed, in order, until it is mended', async () => {
  const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Set up' }] }
  const whole = await newLiveArticle({ title: 'Whole', document: { type: 'doc', content: [heading] } })
  const draft = await newArticle({ title: 'A draft' })
  const trashed = await newLiveArticle({ title: 'Thrown away' })
  const ours = await newLiveArticle({ title: 'Ours', visibility: 'team' })
  const theirs = await asAdmin(createCategory, { body: { name: 'Of customers', visibility: 'customers' } })
  await asAdmin(deleteArticle, { params: { id: trashed.id } })
  const targets = [
    ...[article(whole), article(whole, 'set-up'), article(whole, 'set-down'), article(draft), article(trashed)],
    ...[article(ours), { kind: 'category', id: theirs.id }, article({ id: acme.id })],
  ]
  const { id } = await newLiveArticle({ title: 'Full of links', document: linking(...targets) })
  expect(await faultsOf(id)).toEqual([
    ['Whole', 'no-such-section'],
    ['A draft', 'not-published'],
    ['Thrown away', 'gone'],
    ['Ours', 'not-for-all-readers'],
    ['Of customers', 'not-for-all-readers'],
    ['', 'gone'],
  ])
  await asAdmin(publishArticle, { params: { id: draft.id }, body: {} })
  await asAdmin(changeArticle, {
    params: { id },
    body: { visibility: 'team', document: linking(...targets.slice(0, 4)) },
  })
  expect(await faultsOf(id)).toEqual([['Whole', 'no-such-section']])
  await asAdmin(unpublishArticle, { params: { id: whole.id }, query: {} })
  expect(await faultsOf(id)).toEqual([
    ['Whole', 'not-published'],
    ['Whole', 'not-published'],
    ['Whole', 'not-published'],
  ])
})

test('an address of this help centre is followed as well, also an old one and one that a redirect has', async () => {
  const origin = settings.workspaceOrigin(acme.domain)
  const here = (slug: string) => `${origin}/knowledgebase/article/${slug}`
  const renamed = await newLiveArticle({ title: 'Renamed since', slug: 'größe' })
  await asAdmin(changeArticle, { params: { id: renamed.id }, body: { slug: 'later' } })
  await asAdmin(publishArticle, { params: { id: renamed.id }, body: {} })
  const body = { path: '/knowledgebase/article/led', article: renamed.id }
  await asAdmin(createRedirect, { body })
  const known = [here('gr%C3%B6%C3%9Fe'), here('later'), here('led'), `${origin}/customer/dashboard`]
  const elsewhere = ['https://example.com/knowledgebase/article/never', 'mailto:a@b.example']
  const document = linking(...known, here('never'), ...elsewhere)
  const { id } = await newArticle({ title: 'By address', document })
  const { items } = await asAdmin(listBrokenLinks, { params: { id }, query: {} })
  expect(items).toEqual([{ kind: 'article', id: null, href: here('never'), title: '', anchor: null, fault: 'gone' }])
})

test('a link within the page, and a path without the host, are followed too', async () => {
  const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Über uns' }] }
  const { content } = linking('#%C3%BCber-uns', '#h_01', '#top', '/knowledgebase/article/never-was')
  const { id } = await newArticle({ title: 'Inward', document: { type: 'doc', content: [heading, ...content] } })
  expect(await faultsOf(id)).toEqual([
    ['', 'no-such-section'],
    ['', 'gone'],
  ])
  const { items } = await asAdmin(listBrokenLinks, { params: { id }, query: {} })
  expect(items.map(({ href }) => href)).toEqual(['#h_01', '/knowledgebase/article/never-was'])
})

test('who uses an article is told of its draft and of what is live', async () => {
  const used = await newLiveArticle({ title: 'Used' })
  const { id } = await newArticle({ title: 'Uses it', document: linking(article(used)) })
  const { items } = await asAdmin(listBacklinks, { params: { id: used.id } })
  expect(items.map((one) => one.id)).toEqual([id])
})

test('nobody else is told', async () => {
  const { id } = await newArticle({ title: 'Not theirs' })
  const statuses = await Promise.all(
    [acme.agent, acme.customer, globex.admin].map(
      async (person) => (await ask(person, listBrokenLinks, { params: { id }, query: {} })).statusCode,
    ),
  )
  expect(statuses).toEqual([403, 403, 404])
})
