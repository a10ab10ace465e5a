import { describe, expect, test } from 'vitest'
import {
  archiveArticle,
  changeArticle,
  deleteArticle,
  publishArticle,
  unarchiveArticle,
  untrashArticle,
} from '#contract/knowledge-base/articles.ts'
import { as, ask } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, app, type Person, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const visit = (path: string, person: Person | null = null) =>
  app.inject({
    url: encodeURI(path),
    headers: {
      host: `${acme.domain}.${settings.rootDomain}`,
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

describe('an archived article', () => {
  const archive = (id: string, to: string | null = null) => asAdmin(archiveArticle, { params: { id }, body: { to } })

  test('is gone, with every address that it had, or leads where an admin said', async () => {
    const [one, other] = [await newLiveArticle({ title: 'Old ways' }), await newLiveArticle({ title: 'New ways' })]
    await rename(one.id, 'older-ways')
    await archive(one.id)
    const gone = [await visit(article('old-ways')), await visit(article('older-ways'))]
    expect(gone.map(({ statusCode, body }) => [statusCode, body.includes('This article is gone')])).toEqual([
      [410, true],
      [410, true],
    ])
    await archive(one.id, other.id)
    expect(await locationOf(article('old-ways'))).toEqual([301, article(other.slug)])
    await asAdmin(unarchiveArticle, { params: { id: one.id }, query: {} })
    expect((await visit(article('old-ways'))).statusCode).toBe(404)
  })

  test('leads to a path of the host where an admin said that, and never to itself', async () => {
    const [one, two] = [
      await newLiveArticle({ title: 'Moved to a topic' }),
      await newLiveArticle({ title: 'To itself' }),
    ]
    const path = '/knowledgebase/category/all-of-it'
    const archived = await asAdmin(archiveArticle, { params: { id: one.id }, body: { path } })
    expect(archived.leadsTo).toEqual({ article: null, path })
    expect(await locationOf(article(one.slug))).toEqual([301, path])
    await asAdmin(archiveArticle, { params: { id: two.id }, body: { path: `${article(two.slug)}/` } })
    expect((await visit(article(two.slug))).statusCode).toBe(410)
    await asAdmin(unarchiveArticle, { params: { id: one.id }, query: {} })
    expect((await visit(article(one.slug))).statusCode).toBe(404)
  })

  test.each([['//evil.example'], ['/\\\\evil.example'], ['https://evil.example'], ['']])(
    'leads to no other host: %j',
    async (path) => {
      const { id } = await newLiveArticle({ title: 'Stays here' })
      expect((await ask(acme.admin, archiveArticle, { params: { id }, body: { path } })).statusCode).toBe(400)
    },
  )

  test('was never there for those who could not read it', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Archived of ours', visibility: 'team' })
    await archive(id)
    const statuses = [null, acme.customer, acme.agent].map(
      async (person) => (await visit(article(slug), person)).statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 410])
  })

  test('is not told of any more once it is in the trash, and again when it is out', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Thrown away' })
    await archive(id)
    await asAdmin(deleteArticle, { params: { id } })
    expect((await visit(article(slug))).statusCode).toBe(404)
    await asAdmin(untrashArticle, { params: { id } })
    expect((await visit(article(slug))).statusCode).toBe(410)
  })
})
