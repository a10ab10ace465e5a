import { sql } from 'kysely'
import { audiencesOf, mayFind, type Reader } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type KnownWord = {
  kind: 'stop' | 'same' | 'stem' | 'like' | 'begun' | 'tail'
  askedWord: string
  word: string
  texts: number
}
type Wanted = { language: string; dictionary: string }
type Said = { words: { word: string; raw: string }[]; keys: number[]; beginnings: string[] }

/** What is known of words, of all texts: nobody is told of it before it was found in what they may read. */
export async function listKnownWords(
  tx: WorkspaceTx,
  { language, dictionary }: Wanted,
  { words, keys, beginnings }: Said,
) {
  const { rows } = await sql<KnownWord>`
    select kind, asked_word, word, texts from search_words(${language}, ${dictionary}::text::regdictionary,
      ${words.map(({ word }) => word)}::text[], ${words.map(({ raw }) => raw)}::text[], ${keys}::int[], ${beginnings}::text[])`.execute(
    tx,
  )
  return rows
}

export type Asked = {
  every: string
  titled: string
  some: string | null
  terms: string[]
  factors: number[]
  nearby: string[]
  most: number
}
export type FoundSection = { articleId: string; position: number; ranks: number[]; nearness: number }

/** The sections that fit best of what the reader finds. Anonymous ones come under a role that can ask for nothing else. */
export async function findSections(tx: WorkspaceTx, reader: Reader, language: string, asked: Asked) {
  const { every, titled, some, terms, factors, nearby, most } = asked
  const what = sql`${language}, ${every}::tsquery, ${titled}::tsquery, ${some}::tsquery, ${terms}::tsquery[],
    ${factors}::real[], ${nearby}::tsquery[], ${most}::int`
  const from =
    reader.kind === 'visitor'
      ? sql`search_public_sections(${what})`
      : sql`search_sections(${audiencesOf(reader)}::text[], ${what})`
  const { rows } = await sql<FoundSection>`select article_id, position, ranks, nearness from ${from}`.execute(tx)
  return rows
}

export type Hit = { articleId: string; position: number }
export type HitText = {
  articleId: string
  title: string
  slug: string
  categoryId: string | null
  excerpt: string
  heading: string | null
  anchor: string | null
  body: string
}

/** The texts of what was found, as far as the reader finds them. */
export async function listHits(tx: WorkspaceTx, reader: Reader, language: string, hits: Hit[]) {
  const { rows } = await sql<HitText>`
    select p.article_id, p.title, p.slug, p.category_id, p.excerpt, s.heading, s.anchor, s.body
    from unnest(${hits.map(({ articleId }) => articleId)}::uuid[], ${hits.map(({ position }) => position)}::int[])
      with ordinality as h (article_id, position, place)
    join published_texts p on p.workspace_id = ${tx.workspaceId} and p.article_id = h.article_id
      and p.language = ${language} and ${mayFind(reader, 'p')}
    join article_sections s on s.workspace_id = ${tx.workspaceId} and s.article_id = h.article_id
      and s.language = ${language} and s.position = h.position and ${mayFind(reader, 's')}
    order by h.place`.execute(tx)
  return rows
}

/** What else words are found by: each synonym's own ways, for those of the phrases that it is asked by. */
export async function listSynonymsOf(tx: WorkspaceTx, { language, dictionary }: Wanted, phrases: string[]) {
  const { rows } = await sql<{ asked: string[]; found: string[] }>`
    select asked, found from article_synonyms
    where workspace_id = ${tx.workspaceId} and (language is null or language = ${language})
      and asked && (${phrases}::text[] || array(
        select (ts_lexize(${dictionary}::text::regdictionary, phrase))[1] from unnest(${phrases}::text[]) phrase))
    limit 50`.execute(tx)
  return rows
}

/** How often each was chosen of late, of those that were. */
export async function countChoices(tx: WorkspaceTx, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ articleId: string; choices: number }>`
    select article_id, choices from count_choices(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ articleId, choices }) => [articleId, choices]))
}
