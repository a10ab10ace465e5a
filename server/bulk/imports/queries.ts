import { type Insertable, sql, type Updateable } from 'kysely'
import { type ImportRemark, importActions } from '#contract/bulk/imports.ts'
import type { ImportItems, Imports } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Part } from './import-kind.ts'

const columns = [
  ...(['id', 'kind', 'fileId', 'fileName', 'askedBy', 'state', 'reason', 'createdAt', 'begunAt', 'endedAt'] as const),
] as const

const every = (tx: WorkspaceTx) => tx.selectFrom('imports').select(columns)

export const findImportRow = (tx: WorkspaceTx, id: string) => every(tx).where('id', '=', id).executeTakeFirst()
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImportRow>>>

export const lockImportRow = (tx: WorkspaceTx, id: string) =>
  every(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type ListImportsInput = { kind: string | undefined; before: string | undefined; limit: number }

export const listImportRows = (tx: WorkspaceTx, { kind, before, limit }: ListImportsInput) =>
  every(tx)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Locks the imports of a workspace until commit, so that concurrent starts cannot exceed the limits. */
export const lockImports = (tx: WorkspaceTx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${tx.workspaceId}`}, 7))`.execute(tx)

export async function countImports(tx: WorkspaceTx): Promise<{ atWork: number; ofDay: number }> {
  return tx
    .selectFrom('imports')
    .select([
      sql<number>`(count(*) filter (where state in ('reading', 'running')))::int`.as('atWork'),
      sql<number>`(count(*) filter (where created_at > now() - interval '1 day'))::int`.as('ofDay'),
    ])
    .executeTakeFirstOrThrow()
}

export const insertImport = (tx: WorkspaceTx, row: Insertable<Imports>) =>
  tx.insertInto('imports').values(row).returning(columns).executeTakeFirstOrThrow()

export const updateImport = (tx: WorkspaceTx, id: string, changes: Updateable<Imports>) =>
  tx
    .updateTable('imports')
    .set({ ...changes, steppedAt: new Date().toISOString() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

const rowsOfStatement = 500

type PlannedItem = Omit<Part, 'isTaken'> & { action: (typeof importActions)[number]; subjectId: string | null }

export async function insertItems(tx: WorkspaceTx, importId: string, items: PlannedItem[]) {
  const rows = items.map(({ remarks, plan, ...item }, position) => ({
    ...item,
    importId,
    position,
    plan: JSON.stringify(plan),
    remarks: JSON.stringify(remarks),
    hasProblem: item.action !== 'skip' && remarks.length > 0,
  }))
  for (let from = 0; from < rows.length; from += rowsOfStatement)
    await tx
      .insertInto('importItems')
      .values(rows.slice(from, from + rowsOfStatement))
      .execute()
}

export type Counts = {
  create: number
  change: number
  skip: number
  unchanged: number
  problem: number
  total: number
  begun: number
  done: number
  failed: number
}

/** Condition for items that have not changed since their last import. Their first remark is always `unchanged`. */
const isUnchanged = sql`(action = 'skip' and remarks -> 0 ->> 'code' is not distinct from 'unchanged')`

export async function countItems(tx: WorkspaceTx, ids: string[]): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map()
  const of = (condition: string) => sql<number>`(count(*) filter (where ${sql.raw(condition)}))::int`
  const rows = await tx
    .selectFrom('importItems')
    .select([
      'importId',
      of(`action = 'create'`).as('create'),
      of(`action = 'change'`).as('change'),
      of(`action = 'skip'`).as('skip'),
      sql<number>`(count(*) filter (where ${isUnchanged}))::int`.as('unchanged'),
      of('has_problem').as('problem'),
      of(`action <> 'skip'`).as('total'),
      of(`action <> 'skip' and state <> 'waiting'`).as('begun'),
      of(`action <> 'skip' and state = 'done'`).as('done'),
      of(`state = 'failed'`).as('failed'),
    ])
    .where('importId', 'in', ids)
    .groupBy('importId')
    .execute()
  return new Map(rows.map(({ importId, ...counts }) => [importId, counts]))
}

const itemColumns = [
  ...(['position', 'source', 'thing', 'title', 'action', 'state', 'tries', 'hash', 'reason', 'subjectId'] as const),
  sql<unknown>`plan`.as('plan'),
] as const

type ListedItems = { which: string | undefined; remark?: string | undefined; after: number; limit: number }

export const listItems = (tx: WorkspaceTx, importId: string, { which, remark, after, limit }: ListedItems) =>
  tx
    .selectFrom('importItems')
    .select([...itemColumns, sql<ImportRemark[]>`remarks`.as('remarks')])
    .where('importId', '=', importId)
    .where('position', '>', after)
    .$if(remark !== undefined, (query) =>
      query.where(sql<boolean>`remarks @> ${JSON.stringify([{ code: remark }])}::jsonb`),
    )
    .$if(which === 'problem', (query) => query.where('hasProblem', '=', true))
    .$if(which === 'failed', (query) => query.where('state', '=', 'failed'))
    .$if(which === 'unchanged', (query) => query.where(sql<boolean>`${isUnchanged}`))
    .$if(which === 'left-out', (query) => query.where(sql<boolean>`action = 'skip' and not (${isUnchanged})`))
    .$call((query) => {
      const action = importActions.find((one) => one === which)
      return action ? query.where('action', '=', action) : query
    })
    .orderBy('position')
    .limit(limit)
    .execute()

type RemarkCount = { code: ImportRemark['code']; count: number; things: number }

export async function countRemarks(tx: WorkspaceTx, importId: string): Promise<RemarkCount[]> {
  const { rows } = await sql<RemarkCount>`
    select r ->> 'code' as code, count(*)::int as count, count(distinct i.position)::int as things
    from import_items i, jsonb_array_elements(i.remarks) r
    where i.workspace_id = ${tx.workspaceId} and i.import_id = ${importId} group by 1`.execute(tx)
  return rows
}

const mostLanguages = 30

export async function listUnknownLanguages(tx: WorkspaceTx, importId: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select distinct r ->> 'about' as language from import_items i, jsonb_array_elements(i.remarks) r
    where i.workspace_id = ${tx.workspaceId} and i.import_id = ${importId} and r ->> 'code' = 'language-unknown'
    order by 1 limit ${mostLanguages}`.execute(tx)
  return rows.map(({ language }) => language)
}

/** Whether a second reading of the file can find more to import, for example after a language was added. */
export async function hasMoreToTake(tx: WorkspaceTx, importId: string): Promise<boolean> {
  const counts = await countRemarks(tx, importId)
  return counts.some(({ code }) => code === 'language-unknown' || code === 'picture-elsewhere')
}

export const deleteItems = (tx: WorkspaceTx, importId: string) =>
  tx.deleteFrom('importItems').where('importId', '=', importId).execute()

/**
 * Finds the next item. Items in state `waiting` come before items in state `made`: every item exists before the first
 * one gets its content, so that contents can link to each other.
 */
export const findNextItem = (tx: WorkspaceTx, importId: string) =>
  tx
    .selectFrom('importItems')
    .select(itemColumns)
    .where('importId', '=', importId)
    .where('state', 'in', ['waiting', 'made'])
    .where('action', '<>', 'skip')
    .orderBy('state', 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
export type NextItem = NonNullable<Awaited<ReturnType<typeof findNextItem>>>

export const updateItem = (tx: WorkspaceTx, importId: string, position: number, changes: Updateable<ImportItems>) =>
  tx.updateTable('importItems').set(changes).where('importId', '=', importId).where('position', '=', position).execute()

export const addRemarks = (tx: WorkspaceTx, importId: string, position: number, remarks: ImportRemark[]) =>
  tx
    .updateTable('importItems')
    .set({ remarks: sql`remarks || ${JSON.stringify(remarks)}::jsonb`, hasProblem: true })
    .where('importId', '=', importId)
    .where('position', '=', position)
    .execute()

export const retryFailed = (tx: WorkspaceTx, importId: string) =>
  tx
    .updateTable('importItems')
    .set({ state: 'waiting', tries: 0, reason: null })
    .where('importId', '=', importId)
    .where('state', '=', 'failed')
    .execute()

export const listSources = async (tx: WorkspaceTx, kind: string, sources: string[]) =>
  sources.length === 0
    ? []
    : tx
        .selectFrom('importSources')
        .select(['source', 'thing', 'subjectId', 'hash', 'mark'])
        .where('kind', '=', kind)
        .where(sql<boolean>`source = any(${sources}::text[])`)
        .execute()

export const listSourcesOf = async (tx: WorkspaceTx, kind: string, things: string[]) =>
  things.length === 0
    ? []
    : tx
        .selectFrom('importSources')
        .select(['source', 'thing', 'subjectId', 'hash', 'mark'])
        .where('kind', '=', kind)
        .where(sql<boolean>`thing = any(${things}::text[])`)
        .execute()

export const listSubjects = async (tx: WorkspaceTx, kind: string, things: string[]) =>
  things.length === 0
    ? []
    : tx
        .selectFrom('importSources')
        .select(['thing', 'subjectId'])
        .distinct()
        .where('kind', '=', kind)
        .where(sql<boolean>`thing = any(${things}::text[])`)
        .execute()

/**
 * Stores which subject a source was imported as. If the subject changed, clears the hash and mark of the last import.
 */
export const keepSource = (tx: WorkspaceTx, row: { kind: string; source: string; thing: string; subjectId: string }) =>
  tx
    .insertInto('importSources')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'kind', 'source']).doUpdateSet({
        thing: row.thing,
        subjectId: row.subjectId,
        hash: sql`case when import_sources.subject_id = ${row.subjectId} then import_sources.hash end`,
        mark: sql`case when import_sources.subject_id = ${row.subjectId} then import_sources.mark end`,
      }),
    )
    .execute()

export const markSource = (
  tx: WorkspaceTx,
  kind: string,
  source: string,
  taken: { hash: Buffer | null; mark: string | null },
) =>
  tx
    .updateTable('importSources')
    .set({ ...taken, takenAt: sql`now()` })
    .where('kind', '=', kind)
    .where('source', '=', source)
    .execute()

export const deleteSources = (tx: WorkspaceTx, kind: string, thing: string) =>
  tx.deleteFrom('importSources').where('kind', '=', kind).where('thing', '=', thing).execute()

export const listStalled = (tx: WorkspaceTx) =>
  tx
    .selectFrom('imports')
    .select(['id', 'state'])
    .where('state', 'in', ['reading', 'running'])
    .where('steppedAt', '<', sql<string>`now() - interval '15 minutes'`)
    .execute()

export const listAbandoned = (tx: WorkspaceTx) =>
  every(tx)
    .where('fileId', 'is not', null)
    .where('state', 'not in', ['reading', 'running'])
    .where('steppedAt', '<', sql<string>`now() - interval '7 days'`)
    .limit(20)
    .execute()

export const deleteOldImports = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('imports')
    .where('id', 'in', (query) =>
      query
        .selectFrom('imports')
        .select('id')
        .where('fileId', 'is', null)
        .where('endedAt', '<', sql<string>`now() - interval '90 days'`)
        .orderBy('id')
        .limit(20),
    )
    .execute()
