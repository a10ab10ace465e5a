import { type Insertable, sql, type Updateable } from 'kysely'
import type { Field } from '#contract/fields/fields.ts'
import type { ContentModels } from '#database/types.ts'
import type { FormerModelKey } from '#server/content/models/former-keys/model-keys.ts'
import type { Snapshot } from '#server/fields/values/settle-values.ts'
import { inOrder, type TextOrder, textOrderOf } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = [
  ...(['id', 'key', 'pluralKey', 'name', 'description', 'kind', 'icon', 'localized', 'titleField'] as const),
  ...(['slugField', 'previewUrl', 'reviewDays', 'defaultSort', 'isPublic', 'publishers', 'publisherIds'] as const),
  ...(['keepVersions', 'deletedAt', 'createdAt', 'updatedAt'] as const),
] as const

const everyModel = (tx: WorkspaceTx, order: TextOrder) =>
  tx
    .selectFrom('contentModels')
    .select([
      ...columns,
      sql<Field[]>`fields`.as('fields'),
      sql<FormerModelKey[]>`former_keys`.as('formerKeys'),
      sql<number>`step::float8`.as('step'),
    ])
    .orderBy(inOrder(sql`name`, order))
    .orderBy('id')

export const listModelRows = (tx: WorkspaceTx, order: TextOrder) => everyModel(tx, order).execute()
export type ModelRow = Awaited<ReturnType<typeof listModelRows>>[number]

export async function findModelState(tx: WorkspaceTx): Promise<ModelState> {
  const { rows } = await sql<{ step: number; language: string }>`
    select coalesce(s.last_step, 0)::float8 as step, w.languages[1] as language
    from workspaces w left join content_spaces s on s.workspace_id = w.id and s.workspace_id = ${tx.workspaceId}
    where w.id = ${tx.workspaceId}`.execute(tx)
  const { step, language } = rows[0]!
  return { step, order: textOrderOf(language) }
}
export type ModelState = { step: number; order: TextOrder }

/** Locks the models of the workspace until the commit. Returns the number of this model change. */
export async function takeStep(tx: WorkspaceTx): Promise<number> {
  const { step } = await tx
    .insertInto('contentSpaces')
    .values({ lastStep: 1, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet({
        lastStep: sql`content_spaces.last_step + 1`,
        revision: sql`content_spaces.revision + 1`,
      }),
    )
    .returning(sql<number>`last_step::float8`.as('step'))
    .executeTakeFirstOrThrow()
  return step
}

export const insertModel = (tx: WorkspaceTx, model: Insertable<ContentModels>) =>
  tx.insertInto('contentModels').values(model).returning('id').executeTakeFirstOrThrow()

export const updateModel = (tx: WorkspaceTx, id: string, changes: Updateable<ContentModels>) =>
  tx
    .updateTable('contentModels')
    .set({ ...changes, updatedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute()

type FirstModel = Pick<Insertable<ContentModels>, 'key' | 'pluralKey' | 'name' | 'description' | 'kind'> & {
  id: string
  fields: Field[]
  change: unknown
}

export async function insertFirstModels(tx: WorkspaceTx, models: FirstModel[]) {
  const steps = models.map((model, index) => ({ ...model, step: index + 1 }))
  await tx.insertInto('contentSpaces').values({ lastStep: steps.length, revision: steps.length }).execute()
  await tx
    .insertInto('contentModels')
    .values(steps.map(({ change: _, fields, ...model }) => ({ ...model, fields: JSON.stringify(fields) })))
    .execute()
  for (const { id, step, change } of steps) await insertStep(tx, { modelId: id, number: step, change, createdBy: null })
}

type NewStep = { modelId: string; number: number; change: unknown; createdBy: string | null }

export const insertStep = (tx: WorkspaceTx, { change, ...step }: NewStep) =>
  tx
    .insertInto('contentModelSteps')
    .values({ ...step, change: JSON.stringify(change) })
    .execute()

export const listStepRows = (
  tx: WorkspaceTx,
  modelId: string,
  { before, limit }: { before?: number | undefined; limit: number },
) =>
  tx
    .selectFrom('contentModelSteps')
    .select([sql<number>`number::float8`.as('number'), sql<unknown>`change`.as('change'), 'createdBy', 'createdAt'])
    .where('modelId', '=', modelId)
    .$if(before !== undefined, (query) => query.where(sql<boolean>`number < ${before}`))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

export type EntryText = {
  entryId: string
  language: string
  title: string
  shared: Record<string, unknown>
  values: Record<string, unknown>
  isLive: boolean
  /** The published values. Null if the text is not published, or if its draft has no changes. */
  live: Snapshot | null
}

export async function listWritten(
  tx: WorkspaceTx,
  modelId: string,
  after: Pick<EntryText, 'entryId' | 'language'> | undefined,
  limit: number,
): Promise<EntryText[]> {
  const isLater = after ? sql`(t.entry_id, t.language) > (${after.entryId}::uuid, ${after.language})` : sql`true`
  const { rows } = await sql<EntryText>`
    select t.entry_id as "entryId", t.language, t.title, e.shared, t.values, t.live_version is not null as "isLive",
      v.snapshot as live
    from content_texts t
    join content_entries e on e.workspace_id = t.workspace_id and e.id = t.entry_id
    left join content_versions v on v.workspace_id = ${tx.workspaceId} and v.entry_id = t.entry_id
      and v.number = t.live_version and greatest(t.revision, e.shared_revision) > t.live_revision
    where t.workspace_id = ${tx.workspaceId} and e.workspace_id = ${tx.workspaceId} and e.model_id = ${modelId}
      and e.trashed_at is null and ${isLater}
    order by t.entry_id, t.language limit ${limit}`.execute(tx)
  return rows
}

export async function listTitles(tx: WorkspaceTx, entryIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select distinct on (entry_id) entry_id as id, title from content_texts
    where workspace_id = ${tx.workspaceId} and entry_id = any(${entryIds}::uuid[]) and title <> ''
    order by entry_id, language`.execute(tx)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

const mostExamples = 10
export type NamedEntry = { entry: string; language: string; title: string; total: number }

export async function listBesideFirst(tx: WorkspaceTx, modelId: string, first: string): Promise<NamedEntry[]> {
  const { rows } = await sql<NamedEntry>`
    select e.id as entry, min(t.language) as language, max(t.title) as title, (count(*) over ())::int as total
    from content_entries e join content_texts t on t.workspace_id = e.workspace_id and t.entry_id = e.id
    where e.workspace_id = ${tx.workspaceId} and t.workspace_id = ${tx.workspaceId} and e.model_id = ${modelId}
      and e.trashed_at is null and t.language <> ${first}
    group by e.id order by e.id limit ${mostExamples}`.execute(tx)
  return rows
}

export async function listOfModel(tx: WorkspaceTx, modelId: string): Promise<NamedEntry[]> {
  const { rows } = await sql<NamedEntry>`
    select e.id as entry, coalesce(min(t.language), '') as language, coalesce(max(t.title), '') as title,
      (count(*) over ())::int as total
    from content_entries e left join content_texts t
      on t.workspace_id = e.workspace_id and t.workspace_id = ${tx.workspaceId} and t.entry_id = e.id
    where e.workspace_id = ${tx.workspaceId} and e.model_id = ${modelId} and e.trashed_at is null
    group by e.id order by e.id limit ${mostExamples}`.execute(tx)
  return rows
}

/** Locks a model for a change. Writers of entries wait for the commit, because values must match the model. */
export const lockModelRow = (tx: WorkspaceTx, idOrKey: string) =>
  tx
    .selectFrom('contentModels')
    .select('id')
    .where(sql<boolean>`(id::text = ${idOrKey} or key = ${idOrKey})`)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .execute()

/** Locks the model until the commit. Returns the number of its last change, or undefined for no model. */
export async function holdModelRow(tx: WorkspaceTx, id: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('contentModels')
    .select(sql<number>`step::float8`.as('step'))
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row?.step
}

export const deleteEmptyModels = (tx: WorkspaceTx, before: string) =>
  sql`
  delete from content_models m
  where m.workspace_id = ${tx.workspaceId} and m.deleted_at < ${before}::timestamptz and not exists (
    select from content_entries e where e.workspace_id = ${tx.workspaceId} and e.model_id = m.id)`.execute(tx)

export async function findModelsToPurge(tx: WorkspaceTx, before: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from content_models m
    where m.workspace_id = ${tx.workspaceId} and m.deleted_at is null and exists (
      select from jsonb_array_elements(m.fields) f where (f->>'deletedAt')::timestamptz < ${before}::timestamptz)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
