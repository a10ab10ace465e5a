import { type EntryRow, mostColumns } from '#contract/content/entries.ts'
import type { Field } from '#contract/fields/fields.ts'
import { fieldIn } from '#server/content/filters/find-column.ts'
import { tooMuch } from '#server/content/filters/refuse-query.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { isUnset } from '#server/fields/values/components.ts'
import { usesOf, wordsOf } from '#server/fields/values/values-in-words.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { type EntryCall, valuesIn } from './entry-call.ts'
import { listEntriesById, listValues } from './queries/entries.ts'
import { findLeads } from './show-entry.ts'

type ColumnsQuery = { models: Models; model: Model; language: string; columns: string }

const mostLetters = 200

/** Adds the values of some fields as text to rows. */
export async function withColumns(
  call: EntryCall,
  rows: EntryRow[],
  { models, model, language, columns }: ColumnsQuery,
): Promise<EntryRow[]> {
  const keys = [...new Set(columns.split(',').filter(Boolean))]
  if (keys.length > mostColumns) throw tooMuch(`A list shows at most ${mostColumns} fields`)
  const fields = keys.map((key) => fieldIn(model, key))
  if (rows.length === 0 || fields.length === 0) return rows
  const shown = { ...model, fields }
  const values = await readValues(call, rows, { models, model: shown })
  const leads = await findLeads(call, { models, model: shown }, [...values.values()], language)
  const titles = new Map(leads.map(({ id, title }) => [id, title]))
  return rows.map((row) => {
    const own = values.get(row.id) ?? {}
    const words = fields.map((field, index) => {
      const uses = usesOf([field], own, models.components)
      const shownTexts =
        uses.length > 0 ? uses.flatMap(({ id }) => titles.get(id) ?? []) : textsOf(field, own[field.slot])
      return [keys[index]!, shownTexts] as const
    })
    return { ...row, columns: Object.fromEntries(words) }
  })
}

/** The text of a value. Options are shown by label. */
function textsOf(field: Field, value: unknown): string[] {
  if (isUnset(field, value)) return []
  if (field.kind === 'select')
    return [value].flat().map((key) => field.options.find((option) => option.key === key)?.label ?? String(key))
  const words = wordsOf(field, value).slice(0, mostLetters)
  return words ? [words] : []
}

/** The values of entries, each in the language of its row. */
async function readValues({ tx }: EntryCall, rows: EntryRow[], of: Pick<ColumnsQuery, 'models' | 'model'>) {
  const ids = rows.map(({ id }) => id)
  const entries = new Map((await listEntriesById(tx, ids)).map((entry) => [entry.id, entry]))
  const texts = Map.groupBy(await listValues(tx, ids), ({ entryId }) => entryId)
  const languages = await findLanguages(tx)
  return new Map(
    rows.flatMap(({ id, language }) => {
      const entry = entries.get(id)
      if (!entry) return []
      const own = (texts.get(id) ?? []).map((text) => [text.language, text.values] as const)
      const snapshot = { shared: entry.shared, languages: Object.fromEntries(own) }
      return [[id, valuesIn({ ...of, languages }, snapshot, language)] as const]
    }),
  )
}
