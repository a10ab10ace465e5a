import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { showKnowledgeBaseSettings } from '#contract/knowledge-base/categories.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'

/**
 * Holds the knowledge base until the end of the transaction: what shows on its pages changes one after the other. Each
 * change has a number, by which readers are never given an older page.
 */
export async function raiseRevision(tx: WorkspaceTx) {
  return tx
    .insertInto('knowledgeBases')
    .values({ revision: 1 })
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet({ revision: sql`knowledge_bases.revision + 1` }),
    )
    .returning(['isOpen', 'audience', 'revision'])
    .executeTakeFirstOrThrow()
}

/**
 * Holds it as `raiseRevision` does, before what is held of an article: whoever changes the pages takes the one before the
 * other, so that no two of them wait for each other, and who may read what is read as it stays.
 */
export async function holdPages(tx: WorkspaceTx) {
  const row = await tx.selectFrom('knowledgeBases').select('revision').forNoKeyUpdate().executeTakeFirst()
  if (!row) await raiseRevision(tx)
}

/** A number for a text that is indexed, which none had before, so that what is kept of another is not taken for it. */
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

export type Settings = AnswerOf<typeof showKnowledgeBaseSettings>

/** As it is before anybody changed anything. */
const opened = { isOpen: true, audience: 'public', onMissing: 'first-language' } as const
const unchanged: Settings = { ...opened, home: {}, headerLinks: [], footerLinks: [], suggestsByMail: true }

export const findOpening = async (tx: WorkspaceTx) =>
  (await tx.selectFrom('knowledgeBases').select(['isOpen', 'audience', 'onMissing']).executeTakeFirst()) ?? opened

export const findSettings = async (tx: WorkspaceTx): Promise<Settings> =>
  (await tx
    .selectFrom('knowledgeBases')
    .select(['isOpen', 'audience', 'onMissing', 'suggestsByMail'])
    .select([
      sql<Settings['home']>`home`.as('home'),
      sql<Settings['headerLinks']>`header_links`.as('headerLinks'),
      sql<Settings['footerLinks']>`footer_links`.as('footerLinks'),
    ])
    .executeTakeFirst()) ?? unchanged

/** Writes what is said, and answers what was; other changes of the pages wait for it. */
export async function updateSettings(
  tx: WorkspaceTx,
  { home, headerLinks, footerLinks, ...opening }: Partial<Settings>,
) {
  await raiseRevision(tx)
  const before = await findOpening(tx)
  const row = {
    ...opening,
    ...(home && { home: JSON.stringify(home) }),
    ...(headerLinks && { headerLinks: JSON.stringify(headerLinks) }),
    ...(footerLinks && { footerLinks: JSON.stringify(footerLinks) }),
  }
  if (Object.keys(row).length > 0) await tx.updateTable('knowledgeBases').set(row).execute()
  return before
}

/** The language whose texts stand where those of another are missing; null where that is none. */
export async function findFallback(tx: WorkspaceTx, language: string): Promise<string | null> {
  const [first] = await findLanguages(tx)
  if (language === first) return null
  const { onMissing } = await findOpening(tx)
  return onMissing === 'first-language' ? first! : null
}

/** The languages that something is written in, and how many articles lack one of them. */
export async function findUnwritten(tx: WorkspaceTx, language: string) {
  const { rows } = await sql<{ used: string[]; missing: number }>`
    select coalesce((select array_agg(distinct language) from article_texts
        where workspace_id = ${tx.workspaceId}), '{}') as used,
      (select count(*)::int from articles a
        where a.workspace_id = ${tx.workspaceId} and not exists (
          select from article_texts t
          where t.workspace_id = ${tx.workspaceId} and t.article_id = a.id and t.language = ${language})) as missing`.execute(
    tx,
  )
  return rows[0]!
}
