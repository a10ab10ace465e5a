import { createArticle, type EditedArticle, publishArticle } from '#contract/knowledge-base/articles.ts'
import type { InputOf } from '#contract/pages.ts'
import { as } from '#test/ask.ts'
import { acme, type Person } from '#test/world.ts'

type Body = InputOf<typeof createArticle>['body']

/** Returns a document with one paragraph per text. */
export const paragraphs = (...texts: string[]) => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

export const newArticle = (body: Body, person: Person = acme.admin) =>
  as(person)(createArticle, { body }) as Promise<EditedArticle>

export async function newLiveArticle(body: Body, person: Person = acme.admin) {
  const { id } = await newArticle(body, person)
  return as(person)(publishArticle, { params: { id }, body: {} }) as Promise<EditedArticle>
}
