import { Client } from 'pg'
import { indexMissing } from '#server/knowledge-base/search/index/index-text.ts'
import { connect } from '#server/platform/database/connect.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { plantMembers, plantSessions, plantWorkspace, signIn } from './plant.ts'
import { chooser } from './words.ts'

const languages = ['en', 'hr', 'de', 'fr', 'es']
const categoryCount = 50
const batch = 500
/**
 * One of this many articles is in all languages, the others only in the first. Indexing all of them takes four times as
 * long.
 */
export const translatedEach = Number(process.env.BENCH_TRANSLATED ?? 10)

type PlantArticlesOptions = { databaseUrl: string; port: number; count: number; words: string[] }

/**
 * Creates a public knowledge base with one admin. Some articles are in five languages, and the product's code indexes
 * all articles.
 */
export async function plantArticles({ databaseUrl, port, count, words }: PlantArticlesOptions) {
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=app,identity' })
  await client.connect()
  const domain = 'benchmark-help'
  const workspaceId = await plantWorkspace(client, domain)
  const admins = await plantMembers(client, workspaceId, { prefix: 'admin', count: 1 })
  const [refreshToken] = await plantSessions(client, admins)
  await client.query('update workspaces set languages = $2 where id = $1', [workspaceId, languages])
  await client.query('insert into knowledge_bases (workspace_id) values ($1)', [workspaceId])
  await client.query(
    `insert into categories (workspace_id, position, slug, icon, texts, visibility, audience, is_listed)
     select $1, n, 'category-' || n, 'book', jsonb_build_object('en', jsonb_build_object('name', 'Category ' || n, 'description', '')),
       'public', 'public', true from generate_series(1, $2::int) n`,
    [workspaceId, categoryCount],
  )
  const choose = chooser(words, 1)
  const several = (count: number) => Array.from({ length: count }, () => choose()).join(' ')
  for (let planted = 0; planted < count; planted += batch) {
    const articles = Array.from({ length: batch }, (_, at) => articleOf(planted + at, several))
    await client.query(insertArticles, [
      ...[workspaceId, JSON.stringify(articles), languages, categoryCount, translatedEach],
    ])
  }
  console.log(`Planted ${count} articles; they are indexed now.`)
  await indexAll(databaseUrl, workspaceId, client)
  await client.query('vacuum analyze')
  const { rows } = await client.query('select id from articles where workspace_id = $1 order by position limit 1000', [
    workspaceId,
  ])
  await client.end()
  return {
    workspaceId,
    domain,
    token: await signIn(port, refreshToken!),
    articleIds: rows.map(({ id }) => id as string),
    slugOf: (number: number) => `article-${number % count}-en`,
  }
}

/** Indexes all texts in batches of some hundred, as the product does after an update. */
async function indexAll(databaseUrl: string, workspaceId: string, client: Client) {
  // Uses long timeouts, because the product does the same every ten minutes and both can wait for each other.
  const app = connect({ url: databaseUrl, size: 1, name: 'bench', statementTimeoutMs: 60_000, patience: 30 })
  const indexed = async () => {
    const query = `select count(distinct (article_id, language))::int as count from article_sections where workspace_id = $1`
    return (await client.query<{ count: number }>(query, [workspaceId])).rows[0]!.count
  }
  for (let before = -1, now = 0; now > before; ) {
    before = now
    for (let turn = 0; turn < 20; turn += 1) await inWorkspace(app, workspaceId, indexMissing)
    now = await indexed()
  }
  await app.pool.end()
}

const insertArticles = `
  with places as (select array_agg(id order by position) as ids from categories where workspace_id = $1),
  given as (
    select uuidv7() as id, ids[1 + number % $4::int] as category_id, number, l as language, title, 'article-' || number || '-' || l as slug, document
    from jsonb_to_recordset($2::jsonb) as g (number int, title text, document jsonb), places, unnest($3::text[]) l
    where l = 'en' or number % $5::int = 0),
  one as (select distinct on (number) number, id, category_id from given order by number),
  kept as (
    insert into articles (workspace_id, id, category_id, position, visibility, audience, is_listed)
    select $1, id, category_id, number, 'public', 'public', true from one),
  written as (
    insert into article_texts (workspace_id, article_id, language, status, title, slug, document, revision, live_revision, live_version, published_at)
    select $1, one.id, language, 'published', title, slug, document, 1, 1, 1, now() from given join one using (number)),
  named as (
    insert into article_slugs (workspace_id, language, slug, article_id)
    select $1, language, slug, one.id from given join one using (number))
  insert into published_texts (workspace_id, article_id, language, category_id, position, audience, is_listed, is_pinned, takes_feedback,
    labels, title, slug, document, excerpt, meta_title, meta_description, words, revision, first_published_at, published_at)
  select $1, one.id, language, one.category_id, number, 'public', true, false, true, '{}', title, slug, document, 'What it is about', '', '', '', 1, now(), now()
  from given join one using (number)`

function articleOf(number: number, several: (count: number) => string) {
  return { number, title: several(5), document: documentOf(several) }
}

/** Returns a document of about 270 words in three sections. */
export function documentOf(several: (count: number) => string) {
  const text = (said: string) => [{ type: 'text', text: said }]
  const section = () => [
    { type: 'heading', attrs: { level: 2 }, content: text(several(3)) },
    { type: 'paragraph', content: text(several(80)) },
  ]
  const content = [{ type: 'paragraph', content: text(several(30)) }, ...section(), ...section(), ...section()]
  return { type: 'doc', content }
}
