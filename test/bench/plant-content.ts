import { Client } from 'pg'
import { ask } from './load.ts'
import { plantMembers, plantSessions, plantWorkspace, signIn } from './plant.ts'

export const categoryCount = 50

type PlantContentOptions = { databaseUrl: string; port: number; domain: string; count: number }

/**
 * Creates a workspace with published entries of one model in fifty categories, and with a delivery key. The API makes
 * the first entry, and the others are copies of its rows.
 */
export async function plantContent({ databaseUrl, port, domain, count }: PlantContentOptions) {
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=app,identity' })
  await client.connect()
  const workspaceId = await plantWorkspace(client, domain)
  const [refreshToken] = await plantSessions(
    client,
    await plantMembers(client, workspaceId, { prefix: `${domain}-admin`, count: 1 }),
  )
  const token = await signIn(port, refreshToken!)
  const post = (path: string, body: object, method = 'POST') =>
    ask({ port, host: 'api.startuptools.localhost', token, method, path: `/api/v1${path}`, body })
  const { id: modelId, fields } = await post('/content-models', modelOfPosts)
  const category = await post('/content-categories', { name: 'Category 0', slug: 'category-0' })
  const { id } = await post('/content/posts', { fields: { ...post0, category: category.id } })
  await post(`/content/posts/${id}/publication`, {}, 'PUT')
  const { secret } = await post('/api-keys', { name: 'Site', kind: 'delivery' })
  const slotOf = (key: string) =>
    (fields as { key: string; slot: string; id: string }[]).find((one) => one.key === key)!
  const written = { workspaceId, entryId: id as string, categoryId: category.id as string, count }
  await copyCategories(client, written)
  await copyEntries(client, written)
  await client.query('vacuum analyze')
  const { rows } = await client.query(
    'select entry_id as id from content_published where workspace_id = $1 order by slug limit 1000',
    [workspaceId],
  )
  await client.end()
  return {
    workspaceId,
    domain,
    modelId,
    token,
    key: secret as string,
    categoryField: slotOf('category').id,
    entryIds: rows.map((row) => row.id as string),
    slugOf: (number: number) => `post-${number % count}`,
  }
}

const modelOfPosts = {
  key: 'post',
  pluralKey: 'posts',
  name: 'Post',
  kind: 'collection',
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'category', kind: 'category' },
    { key: 'summary', kind: 'long_text' },
    { key: 'body', kind: 'markdown' },
    { key: 'minutes', kind: 'integer' },
    { key: 'author', kind: 'text' },
  ],
}

const sentence = 'We closed the period on Friday and exported it for the books as usual. '
const post0 = {
  title: 'Post 0',
  slug: 'post-0',
  summary: sentence.repeat(2),
  body: sentence.repeat(20),
  minutes: 4,
  author: 'Ada Lovelace',
}

type FirstEntry = { workspaceId: string; entryId: string; categoryId: string; count: number }

const copyCategories = (client: Client, { workspaceId, categoryId }: FirstEntry) =>
  client.query(
    `insert into content_categories (workspace_id, position, slug, texts)
     select workspace_id, n, 'category-' || n, replace(texts::text, 'Category 0', 'Category ' || n)::jsonb
     from content_categories, generate_series(1, $3::int - 1) n where workspace_id = $1 and id = $2`,
    [workspaceId, categoryId, categoryCount],
  )

/** Copies the first entry table by table. Replaces its ids, number and category in each copy. */
async function copyEntries(client: Client, { workspaceId, entryId, categoryId, count }: FirstEntry) {
  await client.query(
    `create temp table copies as
     select n, uuidv7() as id, c.id as category_id, now() - n * interval '1 minute' as at
     from generate_series(1, $2::int - 1) n join content_categories c on c.workspace_id = $1 and c.slug = 'category-' || (n % $3::int)`,
    [workspaceId, count, categoryCount],
  )
  for (const { table, time, id } of entryTables) {
    const text = `row_to_json(t)::text`
    const changes = [
      [`'${entryId}'`, 'copies.id::text'],
      [`'${categoryId}'`, 'copies.category_id::text'],
      [`'Post 0'`, `'Post ' || copies.n`],
      [`'post-0'`, `'post-' || copies.n`],
    ]
    const changed = changes.reduce((all, [from, to]) => `replace(${all}, ${from}, ${to})`, text)
    const timed = time ? `|| jsonb_build_object(${time.map((column) => `'${column}', copies.at`).join(', ')})` : ''
    await client.query(
      `insert into ${table} select made.* from ${table} t, copies,
         jsonb_populate_record(null::${table}, (${changed})::jsonb ${timed}) made
       where t.workspace_id = $1 and t.${id} = $2`,
      [workspaceId, entryId],
    )
  }
  await client.query('drop table copies')
}

export const entryTables: { table: string; id: string; time?: string[] }[] = [
  { table: 'content_entries', id: 'id', time: ['created_at', 'updated_at'] },
  { table: 'content_versions', id: 'entry_id' },
  { table: 'content_texts', id: 'entry_id', time: ['published_at', 'first_published_at', 'updated_at'] },
  { table: 'content_publications', id: 'entry_id' },
  { table: 'content_uses', id: 'entry_id' },
  { table: 'content_published', id: 'entry_id', time: ['published_at', 'first_published_at', 'updated_at'] },
  { table: 'content_keys', id: 'entry_id', time: ['published_at'] },
  { table: 'content_ranks', id: 'entry_id', time: ['published_at'] },
  { table: 'content_slugs', id: 'entry_id' },
]
