import { sql } from 'kysely'
import type { Settings } from '#server/knowledge-base/opening.ts'
import { type Audience, audiencesOf, isFoundBy, type Reader } from '#server/knowledge-base/visibility.ts'
import { statement } from '#server/platform/database/statement.ts'
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

/** The ids of sections, 8 bytes each, and what a word or phrase is worth in each, 4 bytes. */
export type ListedPostings = { ids: Buffer; ranks: Buffer }
type ListRow = ListedPostings & { /** Among the words, from 1. */ place: number }
type Listed = { queries: string[]; most: number }

/**
 * The sections of each word or phrase that the reader finds. Anonymous ones come under a role that can ask for nothing else.
 */
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

/**
 * A section that fits, with what is shown of its article: in how many of the pairs of words beside each other these stand near
 * each other in it, how often its article was chosen of late, and how many said that it was `helpful` and `unhelpful`.
 */
export type ReadSection = {
  /** Among the sections that were asked for, from 1. */
  place: number
  position: number
  nearness: number
  choices: number | null
  helpful: number | null
  unhelpful: number | null
  articleId: string
  title: string
  slug: string
  categoryId: string | null
  excerpt: string
  heading: string | null
  anchor: string | null
  body: string
}
type Reading = { ids: number[]; nearby: string[] }

/** Reads sections, as far as the reader finds them. */
export const readSections = (tx: WorkspaceTx, reader: Reader, language: string, reading: Reading) =>
  sections(tx, { ...reading, language, audiences: audiencesOf(reader) })

const sections = statement<ReadSection, Reading & { language: string; audiences: Audience[] }>(
  ({ workspaceId, language, ids, nearby, audiences }) => sql`
    with found as materialized (
      select h.place, s.position, s.article_id, s.heading, s.anchor, s.body,
        (select count(*) from unnest(${nearby}::tsquery[]) as near where s.words @@ near) as nearness
      from unnest(${ids}::bigint[]) with ordinality as h (id, place)
      join article_sections s on s.workspace_id = ${workspaceId} and s.id = h.id and s.language = ${language}
        and ${isFoundBy(audiences, 's')}
    ), named as materialized (select array(select distinct article_id from found) as ids)
    select f.place::int, f.position, f.nearness::int, choices, helpful, unhelpful, f.article_id, p.title, p.slug, p.category_id,
      p.excerpt, f.heading, f.anchor, f.body
    from found f
    join published_texts p on p.workspace_id = ${workspaceId} and p.article_id = f.article_id and p.language = ${language}
      and ${isFoundBy(audiences, 'p')}
    left join count_choices((select ids from named)) c on c.article_id = f.article_id
    left join count_votes((select ids from named)) v on v.article_id = f.article_id`,
)

type ArticleRow = { /** Among the sections, from 1. */ place: number; articleId: string; categoryId: string | null }

/** The articles of sections, as far as the reader finds them, and the category in which each stands. */
export const listArticles = (tx: WorkspaceTx, reader: Reader, language: string, ids: number[]) =>
  articles(tx, { language, ids, audiences: audiencesOf(reader) })

const articles = statement<ArticleRow, { language: string; ids: number[]; audiences: Audience[] }>(
  ({ workspaceId, language, ids, audiences }) => sql`
    select h.place::int, p.article_id, p.category_id
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
