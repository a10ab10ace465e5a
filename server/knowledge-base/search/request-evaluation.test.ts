import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publishArticle, writeTranslation } from '#contract/knowledge-base/articles.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { suggestArticles } from '#contract/knowledge-base/search.ts'
import { billing, people } from '#server/operations/demo/articles/account.ts'
import type { DemoArticle, DemoCategory } from '#server/operations/demo/articles/demo-article.ts'
import { firstSteps } from '#server/operations/demo/articles/first-steps.ts'
import { clocks, payroll } from '#server/operations/demo/articles/hours.ts'
import { rota } from '#server/operations/demo/articles/rota.ts'
import { documentOf } from '#server/operations/demo/articles/write-knowledge-base.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme } from '#test/world.ts'

// Measures how often the right article is among the first three suggestions for a customer request
// (test/evaluation/requests.md). For each German request, the article has a German text.
const wanted = 0.85

type Request = { language: string; text: string; title: string }

const requests: Request[] = readFileSync('test/evaluation/requests.md', 'utf8')
  .split(/^# /m)
  .filter((part) => part !== '')
  .flatMap((part) => {
    const [title = '', ...lines] = part.split('\n').filter((line) => line !== '')
    return lines.map((line) => ({ title, language: line.slice(1, 3), text: line.slice(4) }))
  })

const articlesIn = ({ articles, below = [] }: DemoCategory): DemoArticle[] => [
  ...articles,
  ...below.flatMap(articlesIn),
]
const live = [firstSteps, rota, clocks, payroll, people, billing]
  .flatMap(articlesIn)
  .filter(({ state, visibility }) => !state && visibility !== 'team')

const asAdmin = as(acme.admin)
await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })
const ids = new Map<string, string>()
for (const { en, de, visibility = 'public' } of live) {
  const { id } = await newLiveArticle({ title: en[0], document: documentOf(en), visibility })
  ids.set(en[0], id)
  if (!de) continue
  const params = { id, language: 'de' }
  await asAdmin(writeTranslation, { params, body: { title: de[0], document: documentOf(de) } })
  await asAdmin(publishArticle, { params: { id }, body: { language: 'de' } })
}

test('there are 150 requests, some about each article', () => {
  expect(requests).toHaveLength(150)
  expect([...new Set(requests.map(({ title }) => title))].filter((title) => !ids.has(title))).toEqual([])
  expect(new Set(requests.map(({ title }) => title)).size).toBe(live.length)
})

test('the article that answers a request is among the first three beside it', async () => {
  const missed: string[] = []
  for (const { language, text, title } of requests) {
    const { items } = await as(acme.customer)(suggestArticles, { body: { text, language } })
    const place = items.findIndex(({ id }) => id === ids.get(title))
    if (place < 0 || place > 2) missed.push(`${text} → ${title}: ${items.map((item) => item.title).join(', ')}`)
  }
  const share = 1 - missed.length / requests.length
  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(wanted)
})
