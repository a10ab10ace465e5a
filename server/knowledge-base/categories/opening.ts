import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { showKnowledgeBaseSettings } from '#contract/knowledge-base/categories.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'

/** Raises the revision of the public pages and locks the knowledge base until commit. */
export async function raisePageRevision(tx: WorkspaceTx) {
  return tx
    .insertInto('knowledgeBases')
    .values({ revision: 1 })
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet({ revision: sql`knowledge_bases.revision + 1` }),
    )
    .returning(['isOpen', 'audience', 'revision'])
    .executeTakeFirstOrThrow()
}

/** Takes the same lock as `raisePageRevision`. Call it before locking articles, to avoid deadlocks. */
export async function lockKnowledgeBase(tx: WorkspaceTx) {
  const row = await tx.selectFrom('knowledgeBases').select('revision').forNoKeyUpdate().executeTakeFirst()
  if (!row) await raisePageRevision(tx)
}

/** Returns a new unique number for an indexed text, so that cached search data is never used for another text. */
export async function takeTextNumber(tx: WorkspaceTx): Promise<number> {
  const { lastText } = await tx
    .insertInto('knowledgeBases')
    .values({ lastText: 1 })
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet({ lastText: sql`knowledge_bases.last_text + 1` }),
    )
    .returning('lastText')
    .executeTakeFirstOrThrow()
  return Number(lastText)
}

export type KnowledgeBaseSettings = AnswerOf<typeof showKnowledgeBaseSettings>

const opened = { isOpen: true, audience: 'public', onMissing: 'first-language' } as const
const unchanged: KnowledgeBaseSettings = { ...opened, home: {}, headerLinks: [], footerLinks: [], suggestsByMail: true }

export const findOpening = async (tx: WorkspaceTx) =>
  (await tx.selectFrom('knowledgeBases').select(['isOpen', 'audience', 'onMissing']).executeTakeFirst()) ?? opened

export const findSettings = async (tx: WorkspaceTx): Promise<KnowledgeBaseSettings> =>
  (await tx
    .selectFrom('knowledgeBases')
    .select(['isOpen', 'audience', 'onMissing', 'suggestsByMail'])
    .select([
      sql<KnowledgeBaseSettings['home']>`home`.as('home'),
      sql<KnowledgeBaseSettings['headerLinks']>`header_links`.as('headerLinks'),
      sql<KnowledgeBaseSettings['footerLinks']>`footer_links`.as('footerLinks'),
    ])
    .executeTakeFirst()) ?? unchanged

export const findRevision = async (tx: WorkspaceTx): Promise<number> =>
  (await tx.selectFrom('knowledgeBases').select('revision').executeTakeFirst())?.revision ?? 0

/** Changes settings and locks the knowledge base until commit. */
export async function updateSettings(
  tx: WorkspaceTx,
  { home, headerLinks, footerLinks, ...opening }: Partial<KnowledgeBaseSettings>,
) {
  await raisePageRevision(tx)
  const row = {
    ...opening,
    ...(home && { home: JSON.stringify(home) }),
    ...(headerLinks && { headerLinks: JSON.stringify(headerLinks) }),
    ...(footerLinks && { footerLinks: JSON.stringify(footerLinks) }),
  }
  if (Object.keys(row).length > 0) await tx.updateTable('knowledgeBases').set(row).execute()
}

/**
 * Returns the language in which a text is shown if it is missing in `language`. Null if nothing replaces missing texts.
 */
export async function findFallback(tx: WorkspaceTx, language: string): Promise<string | null> {
  const [first] = await findLanguages(tx)
  if (language === first) return null
  const { onMissing } = await findOpening(tx)
  return onMissing === 'first-language' ? first! : null
}

/** Returns the languages that have texts, and the number of articles without a text in `language`. */
export async function findUnwritten(tx: WorkspaceTx, language: string) {
  const { rows } = await sql<{ used: string[]; missing: number }>`
    select coalesce((select array_agg(distinct language) from article_texts
        where workspace_id = ${tx.workspaceId}), '{}') as used,
      (select count(*)::int from articles a
        where a.workspace_id = ${tx.workspaceId} and not exists (
          select from article_texts t
          where t.workspace_id = ${tx.workspaceId} and t.article_id = a.id
            and t.language = ${language})) as missing`.execute(tx)
  return rows[0]!
}
