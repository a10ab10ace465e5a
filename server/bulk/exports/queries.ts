import { type Insertable, sql, type Updateable } from 'kysely'
import { exportHours } from '#contract/bulk/exports.ts'
import type { Exports } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = [
  'id',
  'kind',
  'askedBy',
  'state',
  'total',
  'done',
  'reason',
  'fileId',
  'bytes',
  'createdAt',
  'endedAt',
  sql<Record<string, unknown>>`options`.as('options'),
] as const

const every = (tx: WorkspaceTx) => tx.selectFrom('exports').select(columns)

export const findExportRow = (tx: WorkspaceTx, id: string) => every(tx).where('id', '=', id).executeTakeFirst()
export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExportRow>>>

export const lockExportRow = (tx: WorkspaceTx, id: string) =>
  every(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type ListExportsInput = { kind: string | undefined; before: string | undefined; limit: number }

export const listExportRows = (tx: WorkspaceTx, { kind, before, limit }: ListExportsInput) =>
  every(tx)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Locks the exports of a workspace until commit, so that concurrent starts cannot exceed the limits. */
export const lockExports = (tx: WorkspaceTx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`exports ${tx.workspaceId}`}, 7))`.execute(tx)

export const countExports = (tx: WorkspaceTx) =>
  tx
    .selectFrom('exports')
    .select([
      sql<number>`(count(*) filter (where state in ('waiting', 'running')))::int`.as('atWork'),
      sql<number>`(count(*) filter (where created_at > now() - interval '1 day'))::int`.as('ofDay'),
    ])
    .executeTakeFirstOrThrow()

export const insertExport = (tx: WorkspaceTx, row: Insertable<Exports>) =>
  tx.insertInto('exports').values(row).returning(columns).executeTakeFirstOrThrow()

export const updateExport = (tx: WorkspaceTx, id: string, changes: Updateable<Exports>) =>
  tx
    .updateTable('exports')
    .set({ ...changes, steppedAt: new Date().toISOString() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const listStalled = (tx: WorkspaceTx) =>
  tx
    .selectFrom('exports')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .where('steppedAt', '<', sql<string>`now() - interval '15 minutes'`)
    .execute()

export const listExpired = (tx: WorkspaceTx) =>
  every(tx)
    .where('fileId', 'is not', null)
    .where('endedAt', '<', sql<string>`now() - make_interval(hours => ${exportHours})`)
    .limit(20)
    .execute()

export const deleteOldExports = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('exports')
    .where('fileId', 'is', null)
    .where('endedAt', '<', sql<string>`now() - interval '90 days'`)
    .execute()

export const listExportsWith = (tx: WorkspaceTx, kind: string, options: Record<string, string>) =>
  every(tx)
    .where('kind', '=', kind)
    .where(sql<boolean>`options @> ${JSON.stringify(options)}::jsonb`)
    .execute()
