import { beforeAll, describe, expect, test } from 'vitest'
import { listContent, showContent } from '#contract/content-delivery.ts'
import { checkDocument } from '#server/documents/check/check-document.ts'
import { as } from '#test/ask.ts'
import { databaseUrl, owner, platform, settings } from '#test/world.ts'
import { billing, people } from './articles/account.ts'
import type { DemoArticle, DemoCategory } from './articles/demo-article.ts'
import { firstSteps } from './articles/first-steps.ts'
import { clocks, payroll } from './articles/hours.ts'
import { rota } from './articles/rota.ts'
import { documentOf } from './articles/write-knowledge-base.ts'
import { authors } from './content/authors.ts'
import { changes } from './content/changes.ts'
import { posts } from './content/posts.ts'
import { plantDemo } from './plant-demo.ts'

beforeAll(() => plantDemo(platform, databaseUrl.owner))

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

describe('the articles', () => {
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

const onHost = { host: `halyard.${settings.rootDomain}` }

test('there are sixty entries, each with a title of its own', () => {
  const titles = [
    ...authors.map(({ name }) => name),
    ...posts.map(({ en }) => en[0]),
    ...changes.map(({ en }) => en[0]),
  ]
  expect(titles).toHaveLength(60)
  expect(new Set(titles).size).toBe(60)
})

test('planted, all but two drafts are in two languages, and anybody reads them with their pictures and authors', async () => {
  const { rows } = await owner.query(
    `select count(distinct e.id)::int as entries, count(*) filter (where t.language = 'de')::int as german,
       count(*) filter (where t.publish_at is not null)::int as planned, bool_and(e.updated_at < now()) as "isPast"
     from content_entries e join content_texts t on t.entry_id = e.id
     join workspaces w on w.id = e.workspace_id where w.domain = 'halyard'`,
  )
  expect(rows).toEqual([{ entries: 60, german: 58, planned: 2, isPast: true }])
  const { items } = await as(null)(
    listContent,
    { params: { model: 'posts' }, query: { 'filter[category.slug]': 'guides', locale: 'de' } },
    onHost,
  )
  expect(items.length).toBeGreaterThan(5)
  const post = await as(null)(
    showContent,
    { params: { model: 'posts', id: 'six-rotas-for-a-bakery-that-never-closes' }, query: {} },
    onHost,
  )
  expect(post).toMatchObject({
    author: { slug: 'wanda-zielinska' },
    category: { name: 'Guides' },
    cover: { width: 1200, height: 800, alt: expect.stringContaining('Hills') },
  })
})

const rowsOf = async (text: string) => (await owner.query(text)).rows

test('a later message was never said before an earlier one', async () => {
  const pairs = await rowsOf(
    `select l.id from messages l
     join messages e on e.workspace_id = l.workspace_id and e.ticket_id = l.ticket_id and e.seq < l.seq
     where l.sent_at <= e.sent_at or l.created_at <= e.created_at or l.sent_at > now()`,
  )
  expect(pairs).toEqual([])
})

test('a closed ticket was solved before, and its history says when', async () => {
  expect(
    await rowsOf(
      `select number, solved_at, closed_at, updated_at from tickets
       where status = 'closed' and (solved_at is null or solved_at >= closed_at or updated_at <> closed_at or closed_at > now())`,
    ),
  ).toEqual([])
  expect(
    await rowsOf(
      `select t.number from tickets t
       join history h on h.workspace_id = t.workspace_id and h.subject_id = t.id and h.type = 'status.changed'
       where h.new = '"solved"' and h.created_at <> t.solved_at or h.new = '"closed"' and h.created_at <> t.closed_at`,
    ),
  ).toEqual([])
})

test('a customer’s address has every letter of their name', async () => {
  const addresses = await rowsOf(
    `select distinct e.address from customers c join customer_emails e on e.workspace_id = c.workspace_id and e.customer_id = c.id
     where c.name in ('Ingrid Sørensen', 'Björn Ek', 'Zofia Kamińska') order by 1`,
  )
  expect(addresses.map(({ address }) => address)).toEqual([
    'bjorn.ek@customer.example',
    'ingrid.sorensen@customer.example',
    'zofia.kaminska@customer.example',
  ])
})
