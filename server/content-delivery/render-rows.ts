import type { Model, Models } from '#server/content-models/find-models.ts'
import { type FindAssets, fillPublished } from '#server/content-projection/fill-leads.ts'
import { renderEntry } from '#server/content-projection/render-entry.ts'
import type { Values } from '#server/fields/check-values.ts'
import { settleValues } from '#server/fields/settle-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { pickFields } from './pick-fields.ts'
import type { PublishedRow } from './queries.ts'
import type { Wanted } from './read-query.ts'

type Shown = {
  models: Models
  model: Model
  first: string
  wanted: Wanted | null
  language: string
  findAssets: FindAssets
}

/** Rows as JSON texts: as they were rendered, anew where the model changed since, or the fields that are wanted. */
export async function renderRows(tx: WorkspaceTx, rows: PublishedRow[], shown: Shown): Promise<string[]> {
  const { models, model, first, wanted, language, findAssets } = shown
  if (wanted) {
    const picked = await pickFields(tx, rows, { models, first, wanted, language, findAssets })
    return picked.map((entry) => JSON.stringify(entry))
  }
  const bodies = rows.map((row) => row.body ?? renderAgain(models, model, row, first))
  return fillPublished(tx, bodies, { models, language, findAssets })
}

const renderAgain = (models: Models, model: Model, row: PublishedRow, first: string) =>
  renderEntry(models, model, { id: row.entryId, values: valuesOf(models, model, row, first), meta: metaOf(row) })

/** The values of a row as its model is now. */
export function valuesOf(models: Models, model: Model, { cells, source }: PublishedRow, first: string): Values {
  const values = cells ?? {}
  // Its values stand together; what a field had in the first language before it became common to all is there as well.
  const snapshot = { shared: values, languages: { [first]: values, [source]: values } }
  return settleValues(model.fields, snapshot, { language: source, first }, models.components)
}

export const metaOf = ({ revision, source, locales, ...times }: PublishedRow) => ({
  revision,
  locale: source,
  publishedAt: times.publishedAt && isoOf(times.publishedAt),
  firstPublishedAt: isoOf(times.firstPublishedAt),
  updatedAt: isoOf(times.updatedAt),
  locales,
})

const isoOf = (time: Date | string) => new Date(time).toISOString()
