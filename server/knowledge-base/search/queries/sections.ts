import { sql } from 'kysely'
import type { Document } from '#contract/writing/document.ts'
import { takeTextNumber } from '#server/knowledge-base/categories/opening.ts'
import { sectionsOfText } from '#server/knowledge-base/search/asking/postings.ts'
import { splitting } from '#server/knowledge-base/search/words/split-words.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const live = ['title', 'excerpt', 'document', 'labels', 'audience', 'isListed'] as const

export const findLive = (tx: WorkspaceTx, articleId: string, language: string) =>
  tx
    .selectFrom('publishedTexts')
    .select(live)
    .$narrowType<{ document: Document }>()
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .executeTakeFirst()
export type LiveText = NonNullable<Awaited<ReturnType<typeof findLive>>>

export const listLiveOf = (tx: WorkspaceTx, articleId: string) =>
  tx.selectFrom('publishedTexts').select(['articleId', 'language']).where('articleId', '=', articleId).execute()

/** Lists the indexed words of a text. The list also contains the empty word if the text is in the index. */
export async function listIndexedWords(tx: WorkspaceTx, articleId: string, language: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct unnest(tsvector_to_array(words) || ''::text) as word from article_sections
    where workspace_id = ${tx.workspaceId} and article_id = ${articleId} and language = ${language}`.execute(tx)
  return rows.map(({ word }) => word)
}

export const deleteSections = (tx: WorkspaceTx, articleId: string, language: string) =>
  tx.deleteFrom('articleSections').where('articleId', '=', articleId).where('language', '=', language).execute()

export type NewSection = { heading: string | null; anchor: string | null; body: string; words: string }

export async function insertSections(
  tx: WorkspaceTx,
  articleId: string,
  language: string,
  { audience, isListed }: LiveText,
  sections: NewSection[],
) {
  const first = (await takeTextNumber(tx)) * sectionsOfText
  await sql`
    insert into article_sections (workspace_id, id, article_id, language, position, audience, is_listed, splitting, heading, anchor,
      body, words)
    select ${tx.workspaceId}, ${first}::bigint + s.position, ${articleId}::uuid, ${language}, s.position, ${audience}, ${isListed},
      ${splitting}, s.heading, s.anchor, s.body, s.words::tsvector
    from jsonb_to_recordset(${JSON.stringify(sections.map((section, position) => ({ ...section, position })))}::jsonb)
      as s (position integer, heading text, anchor text, body text, words text)`.execute(tx)
}

export type NewWord = { word: string; raw: string; texts: number; keys: number[] }

export async function addWords(tx: WorkspaceTx, language: string, dictionary: string, words: NewWord[]) {
  if (words.length === 0) return
  await sql`
    insert into article_words (workspace_id, language, word, texts, stem, bare_stem, keys)
    select ${tx.workspaceId}, ${language}, w.word, w.texts,
      coalesce((ts_lexize(${dictionary}::text::regdictionary, w.raw))[1], w.word),
      coalesce((ts_lexize(${dictionary}::text::regdictionary, w.word))[1], w.word), w.keys
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as w (word text, raw text, texts integer, keys integer[])
    on conflict (workspace_id, language, word) do update set texts = article_words.texts + excluded.texts`.execute(tx)
}

export async function takeWords(tx: WorkspaceTx, language: string, words: string[]) {
  if (words.length === 0) return
  await sql`
    update article_words set texts = texts - 1
    where workspace_id = ${tx.workspaceId} and language = ${language} and word = any(${words}::text[])`.execute(tx)
  await sql`
    delete from article_words
    where workspace_id = ${tx.workspaceId} and language = ${language}
      and word = any(${words}::text[]) and texts <= 0`.execute(tx)
}

export async function followReachOfSections(tx: WorkspaceTx, onlyId?: string) {
  const which = onlyId ? sql`and s.article_id = ${onlyId}` : sql``
  await sql`
    update article_sections s set audience = p.audience, is_listed = p.is_listed
    from published_texts p
    where s.workspace_id = ${tx.workspaceId} and p.workspace_id = ${tx.workspaceId} and p.article_id = s.article_id
      and p.language = s.language ${which}
        and (s.audience, s.is_listed) is distinct from (p.audience, p.is_listed)`.execute(tx)
}

export async function listUnindexed(tx: WorkspaceTx, most = 300) {
  const { rows } = await sql<{ articleId: string; language: string }>`
    select p.article_id, p.language from published_texts p
    where p.workspace_id = ${tx.workspaceId} and not exists (
      select from article_sections s
      where s.workspace_id = ${tx.workspaceId} and s.article_id = p.article_id and s.language = p.language
        and s.splitting = ${splitting})
    limit ${most}`.execute(tx)
  return rows
}
