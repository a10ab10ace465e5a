import { type Insertable, sql, type Updateable } from 'kysely'
import { mostFailures } from '#contract/bulk/batches.ts'
import type { Batches } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = [
  'id',
  'kind',
  'askedBy',
  'state',
  'total',
  'done',
  'failed',
  'reason',
  'canUndo',
  'undoes',
  'createdAt',
  'begunAt',
  'endedAt',
  sql<Record<string, unknown>>`input`.as('input'),
] as const

const selectBatches = (tx: WorkspaceTx) => tx.selectFrom('batches').select(columns)

export const findBatchRow = (tx: WorkspaceTx, id: string) => selectBatches(tx).where('id', '=', id).executeTakeFirst()
export type BatchRow = NonNullable<Awaited<ReturnType<typeof findBatchRow>>>

export const lockBatchRow = (tx: WorkspaceTx, id: string) =>
  selectBatches(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type BatchPage = { memberId: string; kind: string | undefined; before: string | undefined; limit: number }

export const listBatchRows = (tx: WorkspaceTx, { memberId, kind, before, limit }: BatchPage) =>
  selectBatches(tx)
    .where('askedBy', '=', memberId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Makes concurrent starts wait for each other, so that the limits count every batch. */
export const lockBatches = (tx: WorkspaceTx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`batches ${tx.workspaceId}`}, 7))`.execute(tx)

export const listRunning = (tx: WorkspaceTx) =>
  tx.selectFrom('batches').select(['askedBy', 'total']).where('state', 'in', ['waiting', 'running']).execute()

export async function countItemsOfDay(tx: WorkspaceTx): Promise<number> {
  const { sum } = await tx
    .selectFrom('batches')
    .select(sql<number>`coalesce(sum(total), 0)::int`.as('sum'))
    .where('createdAt', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return sum
}

export const insertBatch = (tx: WorkspaceTx, batch: Insertable<Batches>) =>
  tx.insertInto('batches').values(batch).returning(columns).executeTakeFirstOrThrow()

export const insertItems = (tx: WorkspaceTx, batchId: string, subjectIds: string[]) =>
  sql`insert into batch_items (workspace_id, batch_id, position, subject_id)
    select ${tx.workspaceId}, ${batchId}, s.position, s.id
    from unnest(${subjectIds}::uuid[]) with ordinality s(id, position)`.execute(tx)

/** Copies the changed items of a batch into the batch that undoes it, in reverse order. */
export const insertUndoItems = (tx: WorkspaceTx, batchId: string, undone: string) =>
  sql`insert into batch_items (workspace_id, batch_id, position, subject_id, before)
    select ${tx.workspaceId}, ${batchId}, row_number() over (order by i.position desc), i.subject_id, i.before
    from batch_items i
    where i.workspace_id = ${tx.workspaceId} and i.batch_id = ${undone} and i.state = 'done' and i.before is not null`.execute(
    tx,
  )

export async function countUndoableItems(tx: WorkspaceTx, batchId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('batchItems')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('batchId', '=', batchId)
    .where('state', '=', 'done')
    .where('before', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export const updateBatch = (tx: WorkspaceTx, id: string, changes: Updateable<Batches>) =>
  tx
    .updateTable('batches')
    .set({ ...changes, steppedAt: new Date().toISOString() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const listNextItems = (tx: WorkspaceTx, batchId: string, limit: number) =>
  tx
    .selectFrom('batchItems')
    .select(['position', 'subjectId', 'tries', sql<unknown>`before`.as('before')])
    .where('batchId', '=', batchId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(limit)
    .execute()
export type BatchItem = Awaited<ReturnType<typeof listNextItems>>[number]

/** What became of an item. `waiting`: it is tried again. */
export type ItemResult = { position: number; tries: number } & (
  | { state: 'waiting' }
  | { state: 'done'; before: unknown }
  | { state: 'failed'; label: string; reason: string }
)

export const updateItems = (tx: WorkspaceTx, batchId: string, results: ItemResult[]) =>
  sql`update batch_items i
    set state = r.state, tries = r.tries, label = r.label, reason = r.reason,
      before = case r.state when 'done' then r.before else i.before end
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      r (position int, state text, tries int, before jsonb, label text, reason text)
    where i.workspace_id = ${tx.workspaceId} and i.batch_id = ${batchId} and i.position = r.position`.execute(tx)

export const listFailures = (tx: WorkspaceTx, batchId: string) =>
  tx
    .selectFrom('batchItems')
    .select(['subjectId', 'label', 'reason'])
    .where('batchId', '=', batchId)
    .where('state', '=', 'failed')
    .orderBy('position')
    .limit(mostFailures)
    .execute()

export const findStarter = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspaceId')
    .innerJoin('serviceSettings', 'serviceSettings.workspaceId', 'members.workspaceId')
    .select(['members.id', 'members.role', 'workspaces.domain', 'workspaces.plan'])
    .select('serviceSettings.startedAt as serviceStartedAt')
    .where('members.id', '=', id)
    .where('members.status', '=', 'active')
    .executeTakeFirst()

export const listStalled = (tx: WorkspaceTx) =>
  tx
    .selectFrom('batches')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .where('steppedAt', '<', sql<string>`now() - interval '2 minutes'`)
    .execute()

/** Deletes at most 20 batches at a time, with their items. */
export const deleteOldBatches = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('batches')
    .where('id', 'in', (query) =>
      query
        .selectFrom('batches')
        .select('id')
        .where('endedAt', '<', sql<string>`now() - interval '30 days'`)
        .orderBy('id')
        .limit(20),
    )
    .execute()
