import type { Insertable } from 'kysely'
import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import { isSameValue } from '#contract/is-same.ts'
import type { CustomFieldValues } from '#database/types.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { settleValues } from '#server/fields/values/settle-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { splitFolded } from '#server/search/words/split-folded.ts'
import { asField, type CustomField } from './custom-field.ts'
import { deleteValueRows, insertValueRows, listFieldRows } from './queries.ts'

type ValueChange = { before: Values; after: Values }

/** Returns the fields whose value changed, including archived ones. */
export async function changedCustomFields(
  tx: WorkspaceTx,
  owner: FieldOwner,
  { before, after }: ValueChange,
): Promise<CustomField[]> {
  const ids = Object.keys({ ...before, ...after }).filter((id) => !isSameValue(before[id], after[id]))
  return ids.length === 0 ? [] : (await listFieldRows(tx, owner)).filter(({ id }) => ids.includes(id))
}

/** Stores the values of fields as queries compare them. The earlier values of these fields are replaced. */
export async function indexCustomValues(
  tx: WorkspaceTx,
  subjectId: string,
  fields: readonly CustomField[],
  { before, after }: ValueChange,
) {
  const former = fields.filter(({ id }) => before[id] !== undefined).map(({ id }) => id)
  if (former.length > 0) await deleteValueRows(tx, [subjectId], former)
  const rows = fields.flatMap((field) =>
    rowsOf(field, after).map((row, place) => ({ ...row, subjectId, fieldId: field.id, place })),
  )
  if (rows.length > 0) await insertValueRows(tx, rows)
}

/** Deletes what queries find of things that are deleted. */
export const forgetCustomValues = (tx: WorkspaceTx, subjectIds: string[]) => deleteValueRows(tx, subjectIds)

type Compared = Pick<Insertable<CustomFieldValues>, 'text' | 'number' | 'moment'>

/** Letters of a text that queries compare. */
export const mostLetters = 200
const mostWords = 50

function rowsOf(field: CustomField, values: Values): Compared[] {
  const settled = asField({ ...field, archivedAt: null })
  const value = settleValues([settled], { shared: values, languages: {} }, { language: '', first: '' }, new Map())[
    field.id
  ]
  if (value === undefined || value === null) return []
  if (field.kind === 'select') return [value].flat().map((option) => ({ text: String(option) }))
  if (field.kind === 'boolean') return [{ text: String(value) }]
  if (field.kind === 'integer' || field.kind === 'decimal') return [{ number: Number(value) }]
  if (field.kind === 'date' || field.kind === 'datetime') return [{ moment: new Date(String(value)).toISOString() }]
  return textRows(String(value))
}

/** The first row is the whole text, which `=` compares. The others are its words. */
function textRows(text: string): Compared[] {
  const { whole, words } = splitFolded(text)
  return [whole.slice(0, mostLetters), ...words.slice(0, mostWords).map((word) => word.slice(0, mostLetters))].map(
    (one) => ({ text: one }),
  )
}
