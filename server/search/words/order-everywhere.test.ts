import { beforeAll, describe, expect, test } from 'vitest'
import { findEntryUses } from '#contract/content/changes.ts'
import { listEntries } from '#contract/content/entries.ts'
import { changeMedia, listMedia, listMediaUses, showMediaReport } from '#contract/content/media.ts'
import { createMediaFolder, listMediaFolders } from '#contract/content/media-folders.ts'
import { listContentModels } from '#contract/content/models.ts'
import { createContentView, listContentViews } from '#contract/content/views.ts'
import {
  changeArticle,
  deleteArticle,
  listArticles,
  showKnowledgeBaseReport,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { replaceUses } from '#server/content/media/uses/uses.ts'
import { textOrderOf, textOrders } from '#server/platform/database/text-order.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { expectOfEach } from '#test/each-of.ts'
import { newArticle } from '#test/new-article.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia } from '#test/new-media.ts'
import { app, makeWorkspace, owner, platform, settings, type World } from '#test/world.ts'

const written = ['Zebra', 'Äpple', 'citron', 'apple', 'Östen', 'Åsa', 'Čaj']
/** The same words in the sort order of each language. */
const sorted: Record<string, string[]> = {
  en: ['apple', 'Äpple', 'Åsa', 'Čaj', 'citron', 'Östen', 'Zebra'],
  hr: ['apple', 'Äpple', 'Åsa', 'citron', 'Čaj', 'Östen', 'Zebra'],
  sv: ['apple', 'Čaj', 'citron', 'Zebra', 'Åsa', 'Äpple', 'Östen'],
}

let world: World
let model: Awaited<ReturnType<typeof newModel>>
let target: { id: string }
let links: Awaited<ReturnType<typeof newModel>>
let secret: string

type Listed = { items: Record<string, unknown>[]; next: string | null }
/** Reads all pages of a list, and returns the field `name` of each item. */
async function pages(ask: (cursor: string | undefined) => Promise<Listed>, name = 'title', cursor?: string) {
  const { items, next } = await ask(cursor)
  const names: string[] = items.map((item) => String(item[name]))
  if (next) names.push(...(await pages(ask, name, next)))
  return names
}
const page = (cursor: string | undefined) => ({ limit: 3, ...(cursor && { cursor }) })

async function delivered(query: Record<string, string>, name = 'title'): Promise<string[]> {
  const ask = async (cursor: string | undefined) => {
    const response = await app.inject({
      ...{
        url: `/api/v1/content/${model.pluralKey}`,
        query: { limit: '3', ...query, ...(cursor && { after: cursor }) },
      },
      headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
    })
    return response.json()
  }
  return pages(ask, name)
}

/** Lists that take a language as parameter. */
const inLanguage: Record<string, (language: string) => Promise<string[]>> = {
  'articles by title': (language) =>
    pages((cursor) => as(world.admin)(listArticles, { query: { order: 'title', language, ...page(cursor) } })),
  'entries by title': (locale) =>
    pages((cursor) =>
      as(world.agent)(listEntries, {
        query: { model: model.key, order: 'title', locale, ...page(cursor) },
      }),
    ),
  'entries by a field': (locale) =>
    pages((cursor) =>
      as(world.agent)(listEntries, { query: { model: model.key, sort: 'name', locale, ...page(cursor) } }),
    ),
  'entries backwards by a field': async (locale) =>
    (
      await pages((cursor) =>
        as(world.agent)(listEntries, {
          query: { model: model.key, sort: '-name', locale, ...page(cursor) },
        }),
      )
    ).toReversed(),
  'delivered entries by a field': (locale) => delivered({ sort: 'title', locale }),
  'delivered entries by an indexed field': (locale) => delivered({ sort: 'name', locale }),
  'delivered entries backwards by an indexed field': async (locale) =>
    (await delivered({ sort: '-name', locale })).toReversed(),
  'drafts as they would be delivered': (locale) => delivered({ sort: 'name', locale, perspective: 'draft' }),
  'what was delivered at a moment': (locale) =>
    delivered({ sort: 'name', locale, as_of: new Date(Date.now() - 1).toISOString() }),
}

/** Lists of items with a single name, which is in the first language of the workspace. */
const inFirstLanguage: Record<string, () => Promise<string[]>> = {
  folders: async () => (await as(world.agent)(listMediaFolders, {})).items.map(({ name }) => name),
  'kept lists': async () => (await as(world.agent)(listContentViews, {})).items.map(({ name }) => name),
  models: async () =>
    (await as(world.agent)(listContentModels, { query: {} })).items
      .map(({ name }) => name)
      .filter((name) => written.includes(name)),
  'tags of files': async () => (await as(world.agent)(showMediaReport, {})).tags,
  'labels of articles': async () => (await as(world.admin)(showKnowledgeBaseReport, { query: {} })).labels,
  'users of a file': async () => {
    const [file] = (await as(world.agent)(listMedia, { query: {} })).items
    return (await as(world.agent)(listMediaUses, { params: { id: file!.id } })).items.map(({ label }) => label)
  },
  'the first entries that refer to one': async () => {
    const { users } = await as(world.agent)(findEntryUses, { query: { ids: target.id } })
    return [...users.map(({ title }) => title), ...sorted[await firstLanguage()]!.slice(users.length)]
  },
}

const firstLanguage = async () =>
  (await owner.query('select languages[1] as language from workspaces where id = $1', [world.id])).rows[0].language

async function plant(name: string) {
  const article = await newArticle({ title: name, labels: [name] }, world.admin)
  for (const language of ['hr', 'sv'])
    await as(world.admin)(writeTranslation, { params: { id: article.id, language }, body: { title: name } })
  await newLiveEntry(model, { title: name, name }, { person: world.agent })
  await as(world.agent)(createMediaFolder, { body: { name } })
  await as(world.agent)(createContentView, { body: { name, search: '', isShared: false } })
  await newModel({ name }, world.admin)
  await newEntry(links, { title: name, to: target.id }, { person: world.agent })
}

beforeAll(async () => {
  world = await makeWorkspace('in-order', 'In order', ['Ada', 'Ann', 'Abe', 'Al'])
  await as(world.admin)(changeLanguages, { body: { items: ['en', 'hr', 'sv'] } })
  secret = (await newContentKey(world, 'management')).secret
  model = await newModel(
    {
      fields: [
        { key: 'title', kind: 'text' },
        { key: 'name', kind: 'text', indexed: true },
        { key: 'slug', kind: 'slug' },
      ],
    },
    world.admin,
  )
  const things = await newModel({}, world.admin)
  target = await newLiveEntry(things, { title: 'Target' }, { person: world.agent })
  links = await newModel(
    {
      fields: [
        { key: 'title', kind: 'text' },
        { key: 'to', kind: 'reference', models: [things.id] },
      ],
    },
    world.admin,
  )
  for (const name of written) await plant(name)
  const file = await newMedia(undefined, world.agent)
  await as(world.agent)(changeMedia, { params: { id: file.id }, body: { tags: written } })
  for (const label of written) {
    const user = { kind: 'entry', id: crypto.randomUUID(), label }
    await inWorkspace(platform.app, world.id, (tx) =>
      replaceUses(tx, { user, media: [{ id: file.id, field: 'cover' }] }),
    )
  }
})

describe('names and titles', () => {
  test.each(['en', 'hr', 'sv'])('stand in the order of %s where it is asked for', (language) =>
    expectOfEach(Object.entries(inLanguage), async (list) => {
      expect(await list(language)).toEqual(sorted[language])
    }),
  )

  test('that are not of a language stand in the order of the first one', async () => {
    for (const language of ['en', 'sv']) {
      await owner.query('update workspaces set languages = $2 where id = $1', [
        world.id,
        [language, ...['en', 'hr', 'sv'].filter((one) => one !== language)],
      ])
      await expectOfEach(Object.entries(inFirstLanguage), async (list) => {
        expect(await list()).toEqual(sorted[language])
      })
    }
  })
})

describe('a list by title', () => {
  let small: World
  const titled = (title: string) => newArticle({ title }, small.admin)
  const ask = (query: object) => as(small.admin)(listArticles, { query: { order: 'title', limit: 2, ...query } })
  const titles = ({ items }: Listed) => items.map(({ title }) => title)

  beforeAll(async () => {
    small = await makeWorkspace('by-title', 'By title', ['Ada', 'Ann', 'Abe', 'Al'])
    await as(small.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
  })

  test('goes on behind its last row, whatever becomes of that', async () => {
    const [, ball] = [await titled('Äpfel'), await titled('Ball'), await titled('Öl'), await titled('Zaun')]
    const { next, ...first } = await ask({})
    expect(titles({ ...first, next })).toEqual(['Äpfel', 'Ball'])
    await as(small.admin)(changeArticle, { params: { id: ball.id }, body: { title: 'Zzz' } })
    expect(titles(await ask({ cursor: next }))).toEqual(['Öl', 'Zaun'])
    await as(small.admin)(deleteArticle, { params: { id: ball.id } })
    expect(titles(await ask({ cursor: next }))).toEqual(['Öl', 'Zaun'])
  })

  test('has what is not written in its language behind all that is, by the titles that are shown', async () => {
    await titled('Ball')
    const { items } = await ask({ limit: 100 })
    for (const [at, title] of [
      [3, 'Apfel'],
      [0, 'Zebra'],
    ] as const)
      await as(small.admin)(writeTranslation, {
        params: { id: String(items[at]!.id), language: 'de' },
        body: { title },
      })
    expect(await pages((cursor) => ask({ language: 'de', limit: 1, ...(cursor && { cursor }) }))).toEqual([
      ...['Apfel', 'Zebra'],
      ...['Ball', 'Öl'],
    ])
  })

  test.each(['en', 'de', 'hr'])('has an index of its order in %s', async (language) => {
    const asked: string[] = []
    const { onStatement } = platform.app
    platform.app.onStatement = (text) => asked.push(text)
    await ask({ language, cursor: cursorAt('Ball') })
    platform.app.onStatement = onStatement
    const text = asked.find((one) => one.includes('false as is_missing'))!
    const plan = await inWorkspace(platform.app, small.id, async ({ client }) => {
      // Makes PostgreSQL use the index. For so few rows, PostgreSQL would otherwise read and sort all rows.
      await client.query('set local enable_seqscan = off')
      await client.query('set local enable_sort = off')
      await client.query(`prepare asked as ${text}`)
      const given = Array.from(new Set(text.match(/\$\d+/g)), () => 'null').join()
      const { rows } = await client.query({ text: `explain (costs off) execute asked(${given})`, rowMode: 'array' })
      await client.query('deallocate asked')
      return rows.map(([line]) => line).join('\n')
    })
    expect(plan).toMatch(new RegExp(`using article_texts_title_${textOrderOf(language)} on article_texts`))
    expect(plan).toMatch(/Index Cond: .*language = .*title/)
    expect(plan).not.toMatch(/Sort/)
  })

  test('has the same titles by their ids, and those that differ in case or accents alone in one order', async () => {
    const place = await makeWorkspace('same-titles', 'Same titles', ['Ada', 'Ann', 'Abe', 'Al'])
    const ids: string[] = []
    for (const title of ['Résumé', 'resume', 'Same', 'RESUME', 'Same', 'résumé', 'Same'])
      ids.push((await newArticle({ title }, place.admin)).id)
    const { items } = await as(place.admin)(listArticles, { query: { order: 'title' } })
    expect(items.map(({ title }) => title)).toEqual(['resume', 'RESUME', 'résumé', 'Résumé', 'Same', 'Same', 'Same'])
    expect(items.slice(4).map(({ id }) => id)).toEqual([ids[2], ids[4], ids[6]].toSorted())
  })

  test.each([
    ['of another list', Buffer.from(JSON.stringify('01890000-0000-7000-8000-000000000000')).toString('base64url')],
    ['that holds what no text holds', cursorAt('\0')],
    ['that is too long', cursorAt('x'.repeat(401))],
  ])('refuses a cursor %s', async (_, cursor) => {
    expect(await ask({ cursor })).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('takes a cursor with a title of the longest', async () => {
    expect(await ask({ cursor: cursorAt('漢'.repeat(200)) })).toMatchObject({ next: null })
  })
})

function cursorAt(key: string) {
  const cursor = { isMissing: false, key, id: '01890000-0000-7000-8000-000000000000' }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

test('a cursor of delivered entries holds for the order of one language', async () => {
  const ask = async (query: Record<string, string>) => {
    const response = await app.inject({
      ...{ url: `/api/v1/content/${model.pluralKey}`, query: { limit: '3', sort: 'name', ...query } },
      headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
    })
    return response.json()
  }
  const { next } = await ask({ locale: 'hr' })
  expect((await ask({ locale: 'hr', after: next })).items).toHaveLength(3)
  expect(await ask({ locale: 'sv', after: next })).toMatchObject({
    code: 'query-unknown',
    detail: 'This cursor is not one that this query gave: begin with its first page',
  })
})

test('the database and the server know the same orders', async () => {
  const tags = [
    'en',
    'de-AT',
    'hr',
    'bs-Cyrl',
    'sr',
    'sr-Latn',
    'sr-latn-RS',
    'sh',
    'nn',
    'no',
    'uk',
    'gl',
    'es-419',
    'yi',
  ]
  tags.push(
    'zh',
    'zh-Hans',
    'zh-Hans-HK',
    'zh-Hant',
    'zh-TW',
    'zh-HK',
    'pt-BR',
    'xx',
    'srx',
    'zhx',
    'tr-TR',
    ...textOrders,
  )
  const { rows } = await owner.query(`select tag, text_order(tag) as "order" from unnest($1::text[]) tag`, [tags])
  expect(rows).toEqual(tags.map((tag) => ({ tag, order: textOrderOf(tag) })))
  const { rows: collations } = await owner.query<{ name: string }>(
    `select collname as name from pg_collation where collnamespace = 'app'::regnamespace`,
  )
  expect(collations.map(({ name }) => name).toSorted()).toEqual(textOrders.map((order) => `order_${order}`).toSorted())
})
