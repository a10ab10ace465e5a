import { type RawBuilder, sql } from 'kysely'
import type { NamesOfCategory } from '#server/knowledge-base/categories/name-categories.ts'
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

export type Asked = {
  every: string
  titled: string
  some: string | null
  terms: string[]
  factors: number[]
  nearby: string[]
  most: number
}
/** `choices` says how often its article was chosen of late, `helpful` and `unhelpful` how many said that of it. */
export type FoundSection = {
  articleId: string
  position: number
  ranks: number[]
  nearness: number
  choices: number | null
  helpful: number | null
  unhelpful: number | null
}

/** The sections that fit best of what the reader finds. Anonymous ones come under a role that can ask for nothing else. */
export async function findSections(tx: WorkspaceTx, reader: Reader, language: string, asked: Asked) {
  const rows =
    reader.kind === 'visitor'
      ? await publicSections(tx, { ...asked, language })
      : await sections(tx, { ...asked, language, audiences: audiencesOf(reader) })
  return rows.map((row): FoundSection => ({ ...row, ranks: numbersIn(row.ranks) }))
}

/** Many numbers are read from a line in a tenth of the time that the driver takes for an array of them. */
type Line = string
const numbersIn = (line: Line) => line.split(' ').map(Number)
type SectionRow = Omit<FoundSection, 'ranks'> & { ranks: Line }

type Searched = Asked & { language: string }

const askedIn = ({ language, every, titled, some, terms, factors, nearby, most }: Searched) =>
  sql`${language}, ${every}::tsquery, ${titled}::tsquery, ${some}::tsquery, ${terms}::tsquery[],
    ${factors}::real[], ${nearby}::tsquery[], ${most}::int`

const withJudgements = (found: RawBuilder<unknown>) => sql`
  with found as materialized (select * from ${found}),
    named as materialized (select array(select distinct article_id from found) as ids)
  select article_id, position, array_to_string(ranks, ' ') as ranks, nearness, choices, helpful, unhelpful
  from found left join count_choices((select ids from named)) using (article_id)
    left join count_votes((select ids from named)) using (article_id)`

const publicSections = statement<SectionRow, Searched>((given) =>
  withJudgements(sql`search_public_sections(${askedIn(given)})`),
)
const sections = statement<SectionRow, Searched & { audiences: string[] }>((given) =>
  withJudgements(sql`search_sections(${given.audiences}::text[], ${askedIn(given)})`),
)

type PlacedRow = { categoryId: string; places: Line }

/** In which category each article stands that the reader finds, by its place among these ids. */
export async function listPlaces(tx: WorkspaceTx, reader: Reader, language: string, ids: string[]) {
  const rows = await placed(tx, { language, ids, audiences: audiencesOf(reader) })
  return rows.map(({ categoryId, places }) => ({ categoryId, places: numbersIn(places) }))
}

const placed = statement<PlacedRow, { language: string; ids: string[]; audiences: Audience[] }>(
  ({ workspaceId, language, ids, audiences }) => sql`
    select p.category_id, array_to_string(array_agg(h.place), ' ') as places
    from unnest(${ids}::uuid[]) with ordinality as h (id, place)
    join published_texts p on p.workspace_id = ${workspaceId} and p.article_id = h.id and p.language = ${language}
      and ${isFoundBy(audiences, 'p')}
    where p.category_id is not null group by p.category_id`,
)

export type Hit = Pick<FoundSection, 'articleId' | 'position' | 'helpful' | 'unhelpful'>
export type HitText = {
  articleId: string
  title: string
  slug: string
  categoryId: string | null
  categoryTexts: NamesOfCategory | null
  excerpt: string
  heading: string | null
  anchor: string | null
  body: string
}

/** The texts of what was found, as far as the reader finds them. */
export async function listHits(tx: WorkspaceTx, reader: Reader, language: string, hits: Hit[]) {
  if (hits.length === 0) return []
  const [ids, positions] = [hits.map(({ articleId }) => articleId), hits.map(({ position }) => position)]
  return hitTexts(tx, { language, ids, positions, audiences: audiencesOf(reader) })
}

const hitTexts = statement<HitText, { language: string; ids: string[]; positions: number[]; audiences: Audience[] }>(
  ({ workspaceId, language, ids, positions, audiences }) => sql`
    select p.article_id, p.title, p.slug, p.category_id, c.texts as category_texts, p.excerpt, s.heading, s.anchor, s.body
    from unnest(${ids}::uuid[], ${positions}::int[]) with ordinality as h (article_id, position, place)
    join published_texts p on p.workspace_id = ${workspaceId} and p.article_id = h.article_id
      and p.language = ${language} and ${isFoundBy(audiences, 'p')}
    join article_sections s on s.workspace_id = ${workspaceId} and s.article_id = h.article_id
      and s.language = ${language} and s.position = h.position and ${isFoundBy(audiences, 's')}
    left join categories c on c.workspace_id = ${workspaceId} and c.id = p.category_id
    order by h.place`,
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
