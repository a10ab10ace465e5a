import type { Founded } from './people.ts'
import { expect, type Site } from './story.ts'

type Body = Record<string, unknown>
type Team = Pick<Founded, 'token'>
type ArticleInput = { title: string; category?: string; document?: object; html?: string }

export async function newCategory(site: Site, { token }: Team, written: string | Body) {
  const given = typeof written === 'string' ? { name: written } : written
  const { status, body } = await site.api('POST', '/api/v1/knowledge-base/categories', { token, body: given })
  expect(status).toBe(201)
  return body as { id: string; slug: string }
}

/** Creates an article through the API, as a draft or published. */
export async function newArticle(site: Site, team: Team, body: Body, isPublished = false): Promise<string> {
  const article = await write(site, team, body)
  if (isPublished) await publish(site, team, article.id)
  return article.id
}

/** Creates a public article. Returns the path of the article. */
export async function newLiveArticle(site: Site, team: Team, written: string | ArticleInput): Promise<string> {
  const body = typeof written === 'string' ? { title: written, html: `<p>${written}, step by step.</p>` } : written
  const article = await write(site, team, body)
  await publish(site, team, article.id)
  return `/knowledgebase/article/${article.slug}`
}

async function write(site: Site, { token }: Team, body: Body): Promise<{ id: string; slug: string }> {
  const { status, body: article } = await site.api('POST', '/api/v1/knowledge-base/articles', { token, body })
  expect(status).toBe(201)
  return article
}

async function publish(site: Site, { token }: Team, id: string) {
  const { status } = await site.api('PUT', `/api/v1/knowledge-base/articles/${id}/publication`, { token, body: {} })
  expect(status).toBe(200)
}
