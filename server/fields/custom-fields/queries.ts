import { type Insertable, sql, type Updateable } from 'kysely'
import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import type { CustomFields, CustomFieldValues } from '#database/types.ts'
import { cacheDefinition } from '#server/platform/database/definitions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { statement } from '#server/platform/fast-reads/statement.ts'
import type { CustomField } from './custom-field.ts'

const list = statement<CustomField, { owner: FieldOwner }>(
  ({ workspaceId, owner }) => sql`
    select id, key, label, help, kind, settings, condition, required, portal, position, archived_at from custom_fields
    where workspace_id = ${workspaceId} and owner = ${owner}
    order by archived_at desc nulls first, position, id`,
)

/** Lists the fields of an owner in their order. Archived fields come last, the latest first. */
export const listFieldRows = cacheDefinition((tx, owner: FieldOwner): Promise<CustomField[]> => list(tx, { owner }))

/** Locks the fields of a workspace, so that simultaneous changes cannot exceed the limit or use a position twice. */
export const lockFields = (tx: WorkspaceTx) =>
  tx.selectFrom('serviceSettings').select('workspaceId').forUpdate().execute()

export const insertFieldRow = (tx: WorkspaceTx, field: Insertable<CustomFields>) =>
  tx.insertInto('customFields').values(field).returning('id').executeTakeFirstOrThrow()

export const updateFieldRow = (tx: WorkspaceTx, id: string, changes: Updateable<CustomFields>) =>
  tx.updateTable('customFields').set(changes).where('id', '=', id).execute()

/** Returns the options of a field that something has as its value. */
export async function listUsedOptions(tx: WorkspaceTx, fieldId: string, options: string[]): Promise<string[]> {
  const { rows } = await sql<{ option: string }>`
    select option from unnest(${options}::text[]) option where exists (
      select from custom_field_values v
      where v.workspace_id = ${tx.workspaceId} and v.field_id = ${fieldId} and v.text = option)`.execute(tx)
  return rows.map(({ option }) => option)
}

export const insertValueRows = (tx: WorkspaceTx, rows: Insertable<CustomFieldValues>[]) =>
  tx.insertInto('customFieldValues').values(rows).execute()

export const deleteValueRows = (tx: WorkspaceTx, subjectIds: string[], fieldIds?: string[]) =>
  tx
    .deleteFrom('customFieldValues')
    .where('subjectId', 'in', subjectIds)
    .$if(fieldIds !== undefined, (query) => query.where('fieldId', 'in', fieldIds!))
    .execute()
