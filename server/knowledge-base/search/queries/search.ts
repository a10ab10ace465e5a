import { sql } from 'kysely'
import type { Settings } from '#server/knowledge-base/categories/opening.ts'
import { type Audience, audiencesOf, isFoundBy, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import { statement } from '#server/platform/fast-reads/statement.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Of each statement of a search: nobody waits longer for what is typed. */
const timeoutMs = 2000

/** How the knowledge base is when a search begins. Where it is the same, so are its words, its texts and its categories. */
export type Begun = { revision: number; languages: string[]; onMissing: Settings['onMissing']; hasSynonyms: boolean }

const begun = statement<Begun & { timeout: string }, { timeout: string }>(
  ({ workspaceId, timeout }) => sql`
    select set_config('statement_timeout', ${timeout}, true) as timeout, coalesce(k.revision, 0) as revision, w.languages,
      coalesce(k.on_missing, 'first-language') as on_missing,
      exists (select from article_synonyms where workspace_id = ${workspaceId}) as has_synonyms
    from workspaces w left join knowledge_bases k on k.workspace_id = ${workspaceId} where w.id = ${workspaceId}`,
)

/** Gives what follows in the transaction less time than others have; a statement that takes longer ends it. */
export async function beginSearch(tx: WorkspaceTx): Promise<Begun> {
  const [{ timeout: _, ...rest }] = (await begun(tx, { timeout: String(timeoutMs) })) as [Begun & { timeout: string }]
  return rest
}

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
  const [asked, raw] = [words.map(({ word }) => word), words.map(({ raw }) => raw)]
  return knownWords(tx, { language, dictionary, asked, raw, keys, beginnings })
}

type Looked = Wanted & Omit<Said, 'words'> & { asked: string[]; raw: string[] }

const knownWords = statement<KnownWord, Looked>(
  ({ language, dictionary, asked, raw, keys, beginnings }) => sql`
    select kind, asked_word, word, texts from search_words(${language}, ${dictionary}::text::regdictionary,
      ${asked}::text[], ${raw}::text[], ${keys}::int[], ${beginnings}::text[])`,
)

/** The ids of sections, 8 bytes each, titles first, and what a word or phrase is worth in each, 4 bytes. */
export type ListedPostings = { ids: Buffer; ranks: Buffer }
type ListRow = ListedPostings & { /** Among the words, from 1. */ place: number }
type Listed = { queries: string[]; most: number }

// What follows comes under roles of which that of anonymous readers can ask for nothing but what is public.

/** The sections of each word or phrase that the reader finds. */
export const listPostings = (tx: WorkspaceTx, reader: Reader, language: string, listed: Listed) =>
  reader.kind === 'visitor'
    ? publicPostings(tx, { ...listed, language })
    : postings(tx, { ...listed, language, audiences: audiencesOf(reader) })

const publicPostings = statement<ListRow, Listed & { language: string }>(
  ({ language, queries, most }) =>
    sql`select place, ids, ranks from list_public_postings(${language}, ${queries}::tsquery[], ${most}::int)`,
)
const postings = statement<ListRow, Listed & { language: string; audiences: Audience[] }>(
  ({ audiences, language, queries, most }) =>
    sql`select place, ids, ranks from list_postings(${audiences}::text[], ${language}, ${queries}::tsquery[], ${most}::int)`,
)

type ListedOf = { queries: string[]; texts: number[] }

/** The same, in some texts alone, by their numbers. */
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

/** The numbers of all texts that the reader finds, in order. */
export async function listTexts(tx: WorkspaceTx, reader: Reader, language: string): Promise<Uint32Array> {
  const listed =
    reader.kind === 'visitor'
      ? await publicTexts(tx, { language })
      : await texts(tx, { language, audiences: audiencesOf(reader) })
  const numbers = listed[0]!.numbers ?? Buffer.alloc(0)
  return Uint32Array.from({ length: numbers.length / 4 }, (_, at) => numbers.readUInt32BE(at * 4))
}

type TextsRow = { /** 4 bytes each; null where there is none. */ numbers: Buffer | null }
const publicTexts = statement<TextsRow, { language: string }>(
  ({ language }) => sql`select list_public_texts(${language}) as numbers`,
)
const texts = statement<TextsRow, { language: string; audiences: Audience[] }>(
  ({ language, audiences }) => sql`select list_texts(${audiences}::text[], ${language}) as numbers`,
)

/** How often an article was chosen of late, and how many said that it was `helpful` and `unhelpful`; null where nobody did. */
type Judged = { choices: number | null; helpful: number | null; unhelpful: number | null }

/**
 * A section that fits: in how many of the pairs of words beside each other these stand near each other in it, and what readers
 * made of its article.
 */
export type ReadSection = Judged & {
  /** Among the sections that were asked for, from 1. */
  place: number
  position: number
  nearness: number
  heading: string | null
  anchor: string | null
  body: string
}
type Reading = { ids: number[]; nearby: string[] }

/** Reads sections by their ids, as far as the reader finds them. */
export const readSections = (tx: WorkspaceTx, reader: Reader, language: string, reading: Reading) =>
  sections(tx, { ...reading, language, audiences: audiencesOf(reader) })

const sections = statement<ReadSection, Reading & { language: string; audiences: Audience[] }>(
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

/** What is shown of an article. */
export type ShownArticle = {
  articleId: string
  title: string
  slug: string
  categoryId: string | null
  excerpt: string
}
type ArticleRow = ShownArticle & { /** Among the sections, from 1. */ place: number }

/** The articles of sections, as far as the reader finds them. */
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
