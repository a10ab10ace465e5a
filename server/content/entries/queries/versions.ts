import { type Insertable, sql } from 'kysely'
import type { ContentVersions } from '#database/types.ts'
import type { Snapshot } from '#server/fields/values/settle-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = ['number', 'kind', 'languages', 'title', 'note', 'createdBy', 'createdAt'] as const

export const findLastVersion = (tx: WorkspaceTx, entryId: string) =>
  tx
    .selectFrom('contentVersions')
    .select(columns)
    .where('entryId', '=', entryId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findVersion = (tx: WorkspaceTx, entryId: string, number: number) =>
  tx
    .selectFrom('contentVersions')
    .select([...columns, sql<Snapshot>`snapshot`.as('snapshot')])
    .where('entryId', '=', entryId)
    .where('number', '=', number)
    .executeTakeFirst()

type VersionFilter = { language?: string | undefined; before?: number | undefined; limit: number }

export const listVersionRows = (tx: WorkspaceTx, entryId: string, { language, before, limit }: VersionFilter) =>
  tx
    .selectFrom('contentVersions')
    .select(columns)
    .where('entryId', '=', entryId)
    .$if(language !== undefined, (query) => query.where(sql<boolean>`languages @> array[${language}]::text[]`))
    .$if(before !== undefined, (query) => query.where('number', '<', before!))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
export type VersionRow = Awaited<ReturnType<typeof listVersionRows>>[number]

export const insertVersion = (tx: WorkspaceTx, version: Insertable<ContentVersions>) =>
  tx.insertInto('contentVersions').values(version).execute()

/** Replaces the content of a version, because edits of the same person within some minutes are one version. */
export const rewriteVersion = (
  tx: WorkspaceTx,
  entryId: string,
  number: number,
  changes: { snapshot: string; title: string; languages: string[] },
) =>
  tx.updateTable('contentVersions').set(changes).where('entryId', '=', entryId).where('number', '=', number).execute()

/**
 * Deletes the oldest versions, except publications. Keeps `most` versions, including the version that is added next.
 */
export const pruneVersions = (tx: WorkspaceTx, entryId: string, { before, most }: { before: number; most: number }) =>
  sql`
    delete from content_versions v using (
      select number from content_versions
      where workspace_id = ${tx.workspaceId} and entry_id = ${entryId} and kind <> 'publication' and number < ${before}
      order by number desc offset ${most - 1}) k
    where v.workspace_id = ${tx.workspaceId} and v.entry_id = ${entryId} and v.number = k.number`.execute(tx)

type Publication = { entryId: string; language: string; at: string }

export const endPublication = (tx: WorkspaceTx, { entryId, language, at }: Publication) =>
  tx
    .updateTable('contentPublications')
    .set({ endedAt: at })
    .where('entryId', '=', entryId)
    .where('language', '=', language)
    .where('endedAt', 'is', null)
    .execute()

export async function beginPublication(
  tx: WorkspaceTx,
  { version, revision, ...publication }: Publication & { version: number; revision: number },
) {
  await endPublication(tx, publication)
  const { entryId, language, at } = publication
  await sql`
    insert into content_publications (workspace_id, entry_id, language, number, version, revision, began_at)
    select ${tx.workspaceId}, ${entryId}::uuid, ${language}, coalesce(max(number), 0) + 1, ${version}, ${revision}, ${at}
    from content_publications where workspace_id = ${tx.workspaceId} and entry_id = ${entryId} and language = ${language}`.execute(
    tx,
  )
}

/** Returns the history of an entry, newest first. Ids grow with time, so the list is sorted by id. */
export const listEventRows = (
  tx: WorkspaceTx,
  entryId: string,
  { before, limit }: { before: string | undefined; limit: number },
) =>
  tx
    .selectFrom('history')
    .select(['id', 'type', 'actorType', 'actorId', 'old', 'new', 'createdAt'])
    .where('subjectType', '=', 'entry')
    .where('subjectId', '=', entryId)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
