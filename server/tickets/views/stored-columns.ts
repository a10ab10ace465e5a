import { columnOfField, fieldOfColumn } from '#contract/tickets/view-values.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

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

/** Names the columns of stored lists by the present keys of their fields. Leaves out the columns of archived fields. */
export async function showColumns(tx: WorkspaceTx, lists: string[][]): Promise<string[][]> {
  if (!lists.some((columns) => columns.some(fieldOfColumn))) return lists
  const keys = new Map((await findFields(tx, 'ticket')).map(({ id, key }) => [id, key]))
  return lists.map((columns) =>
    columns.flatMap((column) => {
      const id = fieldOfColumn(column)
      const key = id && keys.get(id)
      if (key) return [columnOfField(key)]
      return id ? [] : [column]
    }),
  )
}
