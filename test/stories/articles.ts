import type { Founded } from './people.ts'
import type { Site } from './story.ts'

type Body = Record<string, unknown>
type Team = Pick<Founded, 'token'>

/** An article as a program writes it; a draft, unless it is published too. */
export async function newArticle(site: Site, { token }: Team, body: Body, isPublished = false): Promise<string> {
  const { body: article } = await site.api('POST', '/api/v1/knowledge-base/articles', { token, body })
  if (isPublished)
    await site.api('PUT', `/api/v1/knowledge-base/articles/${article.id}/publication`, { token, body: {} })
  return article.id
}

export async function newCategory(site: Site, { token }: Team, body: Body): Promise<string> {
  const { body: category } = await site.api('POST', '/api/v1/knowledge-base/categories', { token, body })
  return category.id
}
