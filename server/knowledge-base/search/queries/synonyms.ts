import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const listSynonyms = (tx: WorkspaceTx) =>
  tx.selectFrom('articleSynonyms').select(['words', 'leadsTo', 'language']).orderBy('position').execute()

export async function findNextPosition(tx: WorkspaceTx): Promise<number> {
  const { last } = await tx
    .selectFrom('articleSynonyms')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? -1) + 1
}

/** Locks the workspace row, so that concurrent changes of the synonyms wait. */
export const holdSynonyms = (tx: WorkspaceTx) => tx.selectFrom('workspaces').select('id').forNoKeyUpdate().execute()

export const deleteSynonyms = (tx: WorkspaceTx) => tx.deleteFrom('articleSynonyms').execute()

type NewSynonym = {
  position: number
  words: string[]
  leadsTo: string[]
  language: string | null
  asked: string[]
  found: string[]
  dictionaries: string[]
}

export async function insertSynonym(tx: WorkspaceTx, { asked, found, dictionaries, ...written }: NewSynonym) {
  await sql`
    insert into article_synonyms (workspace_id, position, language, words, leads_to, asked, found)
    values (${tx.workspaceId}, ${written.position}, ${written.language}, ${written.words}, ${written.leadsTo},
      ${asked}::text[] || array(
        select (ts_lexize(d::regdictionary, a))[1] from unnest(${asked}::text[]) a, unnest(${dictionaries}::text[]) d
        where a !~ ' ' and (ts_lexize(d::regdictionary, a))[1] is not null), ${found})`.execute(tx)
}
