import { expect, test } from 'vitest'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { billing, people } from './articles/account.ts'
import type { DemoArticle, DemoCategory } from './articles/demo-article.ts'
import { firstSteps } from './articles/first-steps.ts'
import { clocks, payroll } from './articles/hours.ts'
import { rota } from './articles/rota.ts'
import { documentOf } from './articles/write-knowledge-base.ts'
import { changes } from './content/changes.ts'
import { posts } from './content/posts.ts'
import { authors } from './content/write-content.ts'

const articlesIn = ({ articles, below = [] }: DemoCategory): DemoArticle[] => [
  ...articles,
  ...below.flatMap(articlesIn),
]
const articles = [firstSteps, rota, clocks, payroll, people, billing].flatMap(articlesIn)
const texts = articles.flatMap(({ en, de }) => (de ? [en, de] : [en]))

test('there are forty articles, each with a title of its own', () => {
  expect(articles).toHaveLength(40)
  expect(new Set(articles.map(({ en }) => en[0])).size).toBe(40)
})

test.each(texts.map((text) => [text[0], text] as const))('“%s” is a document that can be kept', (_, text) => {
  const document = documentOf(text)
  expect(checkDocument(document)).toEqual({ document })
})

test('there are sixty entries, each with a title of its own', () => {
  const titles = [
    ...authors.map(({ name }) => name),
    ...posts.map(({ en }) => en[0]),
    ...changes.map(({ en }) => en[0]),
  ]
  expect(titles).toHaveLength(60)
  expect(new Set(titles).size).toBe(60)
})
