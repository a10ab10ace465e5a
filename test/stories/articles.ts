import type { Founded } from './people.ts'
import { expect, type Site } from './story.ts'

type Written = { title: string; category?: string; document?: object }

export async function newCategory(site: Site, { token }: Founded, name: string) {
  const { status, body } = await site.api('POST', '/api/v1/knowledge-base/categories', { token, body: { name } })
  expect(status).toBe(201)
  return body as { id: string; slug: string }
}

/** An article that everybody may read, by its path. */
export async function newLiveArticle(site: Site, { token }: Founded, written: string | Written): Promise<string> {
  const body = typeof written === 'string' ? { title: written, html: `<p>${written}, step by step.</p>` } : written
  const { status, body: article } = await site.api('POST', '/api/v1/knowledge-base/articles', { token, body })
  expect(status).toBe(201)
  const publication = `/api/v1/knowledge-base/articles/${article.id}/publication`
  expect((await site.api('PUT', publication, { token, body: {} })).status).toBe(200)
  return `/knowledgebase/article/${article.slug}`
}
