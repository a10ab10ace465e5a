import { sql } from 'kysely'
import type { KnowledgeBaseSettings } from '#server/knowledge-base/categories/opening.ts'
import { type Audience, audiencesOf, isFoundBy, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { statement } from '#server/platform/fast-reads/statement.ts'

const timeoutMs = 2000

/** Settings that a search reads first. Cached words, texts and categories stay valid until these change. */
export type SearchBasics = {
  revision: number
  languages: string[]
  onMissing: KnowledgeBaseSettings['onMissing']
  hasSynonyms: boolean
}

const begun = statement<SearchBasics & { timeout: string }, { timeout: string }>(
  ({ workspaceId, timeout }) => sql`
    select set_config('statement_timeout', ${timeout}, true) as timeout, coalesce(k.revision, 0) as revision, w.languages,
      coalesce(k.on_missing, 'first-language') as on_missing,
      exists (select from article_synonyms where workspace_id = ${workspaceId}) as has_synonyms
    from workspaces w left join knowledge_bases k on k.workspace_id = ${workspaceId} where w.id = ${workspaceId}`,
)

/** Reads the settings of a search. Also sets a short statement timeout for the transaction. */
export async function beginSearch(tx: WorkspaceTx): Promise<SearchBasics> {
  const [{ timeout: _, ...rest }] = (await begun(tx, { timeout: String(timeoutMs) })) as [
    SearchBasics & { timeout: string },
  ]
  return rest
}

export type KnownWord = {
  kind: 'stop' | 'same' | 'stem' | 'like' | 'begun' | 'tail'
  askedWord: string
  word: string
  texts: number
}
type SearchLanguage = { language: string; dictionary: string }
type QueryWords = { words: { word: string; raw: string }[]; keys: number[]; beginnings: string[] }

/** Lists words of all texts in the language, also of forbidden texts. Callers must not show these words. */
export async function listKnownWords(
  tx: WorkspaceTx,
  { language, dictionary }: SearchLanguage,
  { words, keys, beginnings }: QueryWords,
) {
  const [asked, raw] = [words.map(({ word }) => word), words.map(({ raw }) => raw)]
  return knownWords(tx, { language, dictionary, asked, raw, keys, beginnings })
}

type WordQuery = SearchLanguage & Omit<QueryWords, 'words'> & { asked: string[]; raw: string[] }

const knownWords = statement<KnownWord, WordQuery>(
  ({ language, dictionary, asked, raw, keys, beginnings }) => sql`
    select kind, asked_word, word, texts from search_words(${language}, ${dictionary}::text::regdictionary,
      ${asked}::text[], ${raw}::text[], ${keys}::int[], ${beginnings}::text[])`,
)

/**
 * A posting list as bytes. `ids`: section ids of 8 bytes each, titles first. `ranks`: the weight of the query in each
 * section, 4 bytes each.
 */
export type ListedPostings = { ids: Buffer; ranks: Buffer }
type ListRow = ListedPostings & { /** Position of the query in `queries`, counted from 1. */ place: number }
type ChoiceQuery = { queries: string[]; most: number }

// The database role for anonymous readers can run only the functions for public texts, so visitors use separate
// statements below.

export const listPostings = (tx: WorkspaceTx, reader: Reader, language: string, listed: ChoiceQuery) =>
  reader.kind === 'visitor'
    ? publicPostings(tx, { ...listed, language })
    : postings(tx, { ...listed, language, audiences: audiencesOf(reader) })

const publicPostings = statement<ListRow, ChoiceQuery & { language: string }>(
  ({ language, queries, most }) =>
    sql`select place, ids, ranks from list_public_postings(${language}, ${queries}::tsquery[], ${most}::int)`,
)
const postings = statement<ListRow, ChoiceQuery & { language: string; audiences: Audience[] }>(
  ({ audiences, language, queries, most }) =>
    sql`select place, ids, ranks from list_postings(${audiences}::text[], ${language}, ${queries}::tsquery[], ${most}::int)`,
)

type ListedOf = { queries: string[]; texts: number[] }

export const listPostingsOf = (tx: WorkspaceTx, reader: Reader, language: string, listed: ListedOf) =>
  reader.kind === 'visitor'
    ? publicPostingsOf(tx, { ...listed, language })
    : postingsOf(tx, { ...listed, language, audiences: audiencesOf(reader) })

const publicPostingsOf = statement<ListRow, ListedOf & { language: string }>(
  ({ language, queries, texts }) =>
    sql`select place, ids, ranks from list_public_postings_of(${texts}::int[], ${language}, ${queries}::tsquery[])`,
)
const postingsOf = statement<ListRow, ListedOf & { language: string; audiences: Audience[] }>(
  ({ audiences, language, queries, texts }) =>
    sql`select place, ids, ranks
      from list_postings_of(${texts}::int[], ${audiences}::text[], ${language}, ${queries}::tsquery[])`,
)

export async function listTexts(tx: WorkspaceTx, reader: Reader, language: string): Promise<Uint32Array> {
  const listed =
    reader.kind === 'visitor'
      ? await publicTexts(tx, { language })
      : await texts(tx, { language, audiences: audiencesOf(reader) })
  const numbers = listed[0]!.numbers ?? Buffer.alloc(0)
  return Uint32Array.from({ length: numbers.length / 4 }, (_, at) => numbers.readUInt32BE(at * 4))
}

type TextsRow = { /** Numbers of texts, 4 bytes each. Null if there are no texts. */ numbers: Buffer | null }
const publicTexts = statement<TextsRow, { language: string }>(
  ({ language }) => sql`select list_public_texts(${language}) as numbers`,
)
const texts = statement<TextsRow, { language: string; audiences: Audience[] }>(
  ({ language, audiences }) => sql`select list_texts(${audiences}::text[], ${language}) as numbers`,
)

/** Weighted choices and ratings of an article. A value is null if there are none. */
type ArticleVotes = { choices: number | null; helpful: number | null; unhelpful: number | null }

/** A section with its ranking data. `nearness` counts pairs of adjacent query words that are close in it. */
export type ReadSection = ArticleVotes & {
  place: number
  position: number
  nearness: number
  heading: string | null
  anchor: string | null
  body: string
}
type TextQuery = { ids: number[]; nearby: string[] }

export const readSections = (tx: WorkspaceTx, reader: Reader, language: string, reading: TextQuery) =>
  sections(tx, { ...reading, language, audiences: audiencesOf(reader) })

const sections = statement<ReadSection, TextQuery & { language: string; audiences: Audience[] }>(
  ({ workspaceId, language, ids, nearby, audiences }) => sql`
    with read as materialized (
      select h.place::int, s.article_id, s.position, s.heading, s.anchor, s.body,
        (select count(*) from unnest(${nearby}::tsquery[]) as near where s.words @@ near)::int as nearness
      from unnest(${ids}::bigint[]) with ordinality as h (id, place)
      join article_sections s on s.workspace_id = ${workspaceId} and s.id = h.id and s.language = ${language}
        and ${isFoundBy(audiences, 's')}
    )
    select r.place, r.position, r.nearness, r.heading, r.anchor, r.body, j.choices, j.helpful, j.unhelpful
    from read r left join count_judged(array(select article_id from read)) j on j.article_id = r.article_id`,
)

export type SearchArticle = {
  articleId: string
  title: string
  slug: string
  categoryId: string | null
  excerpt: string
}
type ArticleRow = SearchArticle & { /** Position of the section in `ids`, counted from 1. */ place: number }

export const listArticles = (tx: WorkspaceTx, reader: Reader, language: string, ids: number[]) =>
  articles(tx, { language, ids, audiences: audiencesOf(reader) })

const articles = statement<ArticleRow, { language: string; ids: number[]; audiences: Audience[] }>(
  ({ workspaceId, language, ids, audiences }) => sql`
    select h.place::int, p.article_id, p.title, p.slug, p.category_id, p.excerpt
    from unnest(${ids}::bigint[]) with ordinality as h (id, place)
    join article_sections s on s.workspace_id = ${workspaceId} and s.id = h.id and s.language = ${language}
    join published_texts p on p.workspace_id = ${workspaceId} and p.article_id = s.article_id and p.language = ${language}
      and ${isFoundBy(audiences, 'p')}`,
)

export async function listSynonymsOf(tx: WorkspaceTx, { language, dictionary }: SearchLanguage, phrases: string[]) {
  const { rows } = await sql<{ asked: string[]; found: string[] }>`
    select asked, found from article_synonyms
    where workspace_id = ${tx.workspaceId} and (language is null or language = ${language})
      and asked && (${phrases}::text[] || array(
        select (ts_lexize(${dictionary}::text::regdictionary, phrase))[1] from unnest(${phrases}::text[]) phrase))
    limit 50`.execute(tx)
  return rows
}
