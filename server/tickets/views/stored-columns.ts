import { columnOfField, fieldOfColumn, isGroupField, type TicketGrouping } from '#contract/tickets/view-values.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findGroupField } from '#server/tickets/ticket/queries/groups.ts'

/** Names the columns of custom fields by the ids of the fields, as views store them. */
export async function storeColumns(tx: WorkspaceTx, columns: string[]): Promise<string[]> {
  if (!columns.some(fieldOfColumn)) return columns
  const fields = await findFields(tx, 'ticket')
  return columns.map((column) => {
    const key = fieldOfColumn(column)
    if (!key) return column
    const field = fields.find((one) => one.key === key)
    if (!field) throw new Refusal('invalid', { fields: { columns: `There is no ticket field "${key}"` } })
    return columnOfField(field.id)
  })
}

/** Names the field of a group by its id, as views store it. */
export async function storeGroup(tx: WorkspaceTx, group: TicketGrouping | null): Promise<TicketGrouping | null> {
  const key = group && fieldOfColumn(group)
  return key ? columnOfField((await findGroupField(tx, key)).id) : group
}

type Stored = { columns: string[]; groupBy: TicketGrouping | null }

/**
 * Names the columns and groups of stored lists by the present keys of their fields. Leaves out those of archived fields,
 * and a group whose field has become a choice of several options.
 */
export async function showColumns(tx: WorkspaceTx, lists: Stored[]) {
  const usesFields = lists.some(({ columns, groupBy }) => [...columns, groupBy ?? ''].some(fieldOfColumn))
  const fields = new Map((usesFields ? await findFields(tx, 'ticket') : []).map((field) => [field.id, field]))
  function showGroup(stored: TicketGrouping | null): TicketGrouping | null {
    const id = stored && fieldOfColumn(stored)
    if (!id) return stored
    const field = fields.get(id)
    return field && isGroupField({ kind: field.kind, ...field.settings }) ? columnOfField(field.key) : null
  }
  return lists.map(({ columns, groupBy }) => ({
    columns: columns.flatMap((column) => {
      const id = fieldOfColumn(column)
      const key = id && fields.get(id)?.key
      if (key) return [columnOfField(key)]
      return id ? [] : [column]
    }),
    group: showGroup(groupBy),
  }))
}
