import { type Insertable, sql, type Updateable } from 'kysely'
import type { ContentEntries, ContentTexts } from '#database/types.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { isOther } from '#server/platform/versions/changed-fields.ts'

const columns = [
  ...(['id', 'modelId', 'revision', 'sharedRevision', 'knownFrom', 'lastVersion', 'ownerId', 'reviewerId'] as const),
  'externalId',
  ...(['labels', 'createdBy', 'updatedBy', 'createdAt', 'updatedAt', 'trashedAt'] as const),
  sql<Values>`shared`.as('shared'),
] as const

const everyEntry = (tx: WorkspaceTx) => tx.selectFrom('contentEntries').select(columns)

export const findEntry = (tx: WorkspaceTx, id: string) => everyEntry(tx).where('id', '=', id).executeTakeFirst()
export type EntryState = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export const findIdBySlug = (tx: WorkspaceTx, modelId: string, slug: string) =>
  textsWithEntry(tx)
    .select(['e.id', 'e.modelId', 'e.trashedAt'])
    .where('e.modelId', '=', modelId)
    .where('t.slug', '=', slug)
    .where('e.trashedAt', 'is', null)
    .orderBy('e.id')
    .limit(1)
    .executeTakeFirst()

const textsWithEntry = (tx: WorkspaceTx) =>
  tx
    .selectFrom('contentTexts as t')
    .innerJoin('contentEntries as e', (join) =>
      join.onRef('e.workspaceId', '=', 't.workspaceId').onRef('e.id', '=', 't.entryId'),
    )

export const listExternalIds = (tx: WorkspaceTx, modelId: string, externalIds: string[]) =>
  tx
    .selectFrom('contentEntries')
    .select(['id', 'externalId'])
    .where('modelId', '=', modelId)
    .where('externalId', 'in', externalIds)
    .execute()

export const listEntriesById = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0 ? Promise.resolve([]) : everyEntry(tx).where('id', 'in', ids).execute()

/** Locks an entry, so that saves are merged in turn. Entries that add a reference to the entry do not wait. */
export const lockEntryRow = (tx: WorkspaceTx, id: string) =>
  everyEntry(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Locks an entry before it is unpublished or deleted. Entries that add a reference to this entry wait. */
export const lockLeavingRow = (tx: WorkspaceTx, id: string) =>
  everyEntry(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks several entries in the order of their ids, which prevents deadlocks. */
export const lockEntryRows = (tx: WorkspaceTx, ids: string[]) =>
  tx.selectFrom('contentEntries').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()

/**
 * Inserts an entry. Returns undefined if another entry of the model has the external id. Waits for a concurrent insert
 * with the same external id.
 */
export const insertEntry = (tx: WorkspaceTx, entry: Insertable<ContentEntries>) =>
  tx
    .insertInto('contentEntries')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'modelId', 'externalId']).doNothing())
    .returning(columns)
    .executeTakeFirst()

type RevisedEntry = Pick<EntryState, 'id' | 'revision'>

export const revisionAfter = ({ revision }: RevisedEntry) => revision + 1

export const updateEntry = (tx: WorkspaceTx, entry: RevisedEntry, changes: Updateable<ContentEntries>) =>
  tx
    .updateTable('contentEntries')
    .set({ ...changes, revision: revisionAfter(entry), updatedAt: new Date().toISOString() })
    .where('id', '=', entry.id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const setLastVersion = (tx: WorkspaceTx, id: string, lastVersion: number) =>
  tx.updateTable('contentEntries').set({ lastVersion }).where('id', '=', id).execute()

export const deleteTrashedBefore = (tx: WorkspaceTx, time: Date, limit: number) =>
  tx
    .deleteFrom('contentEntries')
    .where('id', 'in', (query) =>
      query.selectFrom('contentEntries').select('id').where('trashedAt', '<', time.toISOString()).limit(limit),
    )
    .returning('id')
    .execute()

export async function listOfDeletedModels(tx: WorkspaceTx, time: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from content_entries e join content_models m on m.workspace_id = e.workspace_id and m.id = e.model_id
    where e.workspace_id = ${tx.workspaceId} and m.workspace_id = ${tx.workspaceId}
      and m.deleted_at < ${time.toISOString()}::timestamptz
    order by e.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export const deleteEntries = (tx: WorkspaceTx, ids: string[]) =>
  tx.deleteFrom('contentEntries').where('id', 'in', ids).execute()

const textColumns = [
  ...(['entryId', 'language', 'status', 'title', 'slug', 'revision', 'liveVersion', 'liveRevision'] as const),
  ...(['publishAt', 'unpublishAt', 'plannedBy', 'sentBy', 'publishedAt', 'firstPublishedAt'] as const),
  ...(['updatedBy', 'updatedAt'] as const),
] as const

/** Returns the texts of entries without their values. */
export const listTextRows = (tx: WorkspaceTx, entryIds: string[]) =>
  entryIds.length === 0
    ? Promise.resolve([])
    : tx.selectFrom('contentTexts').select(textColumns).where('entryId', 'in', entryIds).orderBy('language').execute()
export type TextRow = Awaited<ReturnType<typeof listTextRows>>[number]

export const listTexts = (tx: WorkspaceTx, entryId: string) =>
  tx
    .selectFrom('contentTexts')
    .select([...textColumns, sql<Values>`values`.as('values')])
    .select(
      sql<string[]>`array(select s.slug from content_slugs s
      where s.workspace_id = ${tx.workspaceId} and s.entry_id = content_texts.entry_id and s.language = content_texts.language
        and s.slug is distinct from content_texts.slug order by s.slug)`.as('formerSlugs'),
    )
    .where('entryId', '=', entryId)
    .orderBy('language')
    .execute()

export const listValues = (tx: WorkspaceTx, entryIds: string[]) =>
  tx
    .selectFrom('contentTexts')
    .select(['entryId', 'language', sql<Values>`values`.as('values')])
    .where('entryId', 'in', entryIds)
    .execute()

export const listPlans = (tx: WorkspaceTx, modelId: string) =>
  textsWithEntry(tx)
    .select(['t.entryId', 't.language', 't.publishAt', 't.unpublishAt'])
    .where('e.modelId', '=', modelId)
    .where('e.trashedAt', 'is', null)
    .where((is) => is.or([is('t.publishAt', 'is not', null), is('t.unpublishAt', 'is not', null)]))
    .execute()

export type TextState = Awaited<ReturnType<typeof listTexts>>[number]

export const upsertText = (tx: WorkspaceTx, text: Insertable<ContentTexts>) => {
  const { entryId: _, language: __, ...changes } = text
  return tx
    .insertInto('contentTexts')
    .values(text)
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'entryId', 'language'])
        .doUpdateSet({ ...changes, updatedAt: new Date().toISOString() }),
    )
    .execute()
}

export const updateText = (
  tx: WorkspaceTx,
  { entryId, language }: Pick<TextRow, 'entryId' | 'language'>,
  changes: Updateable<ContentTexts>,
) =>
  tx.updateTable('contentTexts').set(changes).where('entryId', '=', entryId).where('language', '=', language).execute()

/** Sets the schedule of a text. Returns whether the schedule changed. */
export async function updateSchedule(
  tx: WorkspaceTx,
  { entryId, language }: Pick<TextRow, 'entryId' | 'language'>,
  plan: Pick<Updateable<ContentTexts>, 'publishAt' | 'unpublishAt' | 'plannedBy'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contentTexts')
    .set(plan)
    .where('entryId', '=', entryId)
    .where('language', '=', language)
    .where(isOther(plan))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
