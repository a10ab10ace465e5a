import { beforeAll, expect, test } from 'vitest'
import { listContent, showContent } from '#contract/content-delivery.ts'
import { as } from '#test/ask.ts'
import { databaseUrl, owner, platform, settings } from '#test/world.ts'
import { authors } from './content/authors.ts'
import { changes } from './content/changes.ts'
import { posts } from './content/posts.ts'
import { plantDemo } from './plant-demo.ts'

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

beforeAll(() => plantDemo(platform, databaseUrl.owner))
