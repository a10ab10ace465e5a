import { beforeAll, describe, expect, test } from 'vitest'
import { checkDocument } from '#server/documents/check/check-document.ts'
import { databaseUrl, owner, platform } from '#test/world.ts'
import { billing, people } from './articles/account.ts'
import type { DemoArticle, DemoCategory } from './articles/demo-article.ts'
import { firstSteps } from './articles/first-steps.ts'
import { clocks, payroll } from './articles/hours.ts'
import { rota } from './articles/rota.ts'
import { documentOf } from './articles/write-knowledge-base.ts'
import { plantDemo } from './plant-demo.ts'

const articlesIn = ({ articles, below = [] }: DemoCategory): DemoArticle[] => [
  ...articles,
  ...below.flatMap(articlesIn),
]
const articles = [firstSteps, rota, clocks, payroll, people, billing].flatMap(articlesIn)
const texts = articles.flatMap(({ en, de }) => (de ? [en, de] : [en]))

const ofHalyard = async (sql: string) =>
  (
    await owner.query(
      `select ${sql} from articles a join article_texts t on t.article_id = a.id
       join workspaces w on w.id = a.workspace_id where w.domain = 'halyard'`,
    )
  ).rows[0]

test('there are forty articles, each with a title of its own', () => {
  expect(articles).toHaveLength(40)
  expect(new Set(articles.map(({ en }) => en[0])).size).toBe(40)
})

test.each(texts.map((text) => [text[0], text] as const))('“%s” is a document that can be kept', (_, text) => {
  const document = documentOf(text)
  expect(checkDocument(document)).toEqual({ document })
})

describe('planted', () => {
  beforeAll(() => plantDemo(platform, databaseUrl.owner))

  test('they stand in a tree, in two languages, in each state that a list can show', async () => {
    const counted = await ofHalyard(`count(distinct a.id) filter (where not a.is_template)::int as articles,
      count(distinct a.id) filter (where a.is_template)::int as templates,
      count(*) filter (where t.language = 'de')::int as german,
      count(*) filter (where t.live_version is not null)::int as live,
      count(*) filter (where t.status = 'draft' and t.publish_at is null and not a.is_template)::int as drafts,
      count(*) filter (where t.status = 'in_review')::int as reviewed,
      count(distinct a.id) filter (where t.publish_at is not null)::int as planned,
      count(distinct a.id) filter (where a.reviewed_at + make_interval(days => a.review_every_days) < now())::int as stale,
      count(distinct a.id) filter (where a.visibility = 'customers')::int as customers,
      count(distinct a.id) filter (where a.visibility = 'team')::int as team`)
    expect(counted).toEqual({
      templates: 2,
      ...{ articles: 40, german: 34, live: 68, drafts: 3, reviewed: 1, planned: 1, stale: 2, customers: 1, team: 1 },
    })
    const { rows } = await owner.query(
      `select count(parent_id)::int as below, count(*)::int as all from categories c
       join workspaces w on w.id = c.workspace_id where w.domain = 'halyard'`,
    )
    expect(rows).toEqual([{ below: 2, all: 8 }])
  })

  test('they were read, judged and searched for', async () => {
    const { rows } = await owner.query(
      `select count(*) filter (where n.views > 0)::int as read,
        count(*) filter (where n.helpful::float8 / (n.helpful + n.unhelpful) < 0.7)::int as poor,
        (select count(*) > 100 from article_feedback f where f.workspace_id = w.id) as "hasAnswers",
        (select count(*)::int from article_feedback f where f.workspace_id = w.id and f.comment <> '') as comments,
        (select count(distinct query)::int from article_searches s where s.workspace_id = w.id and s.results = 0) as missed,
        (select count(*)::int from popular_articles p where p.workspace_id = w.id) as popular
       from article_counts n join workspaces w on w.id = n.workspace_id where w.domain = 'halyard' group by w.id`,
    )
    expect(rows).toEqual([{ read: 35, poor: 2, hasAnswers: true, comments: 3, missed: 3, popular: 35 }])
  })

  test('their past lies behind them, and what is scheduled before them', async () => {
    const { isPast, isAhead } = await ofHalyard(
      `bool_and(a.updated_at < now() and a.created_at < now() - interval '1 minute') as "isPast",
       bool_and(t.publish_at > now()) filter (where t.publish_at is not null) as "isAhead"`,
    )
    expect([isPast, isAhead]).toEqual([true, true])
  })
})
