import type { Model, Models } from '#server/content/models/find-models.ts'
import { renderEntry } from '#server/content/projection/render-entry.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { settleValues } from '#server/fields/values/settle-values.ts'
import type { PublishedRow } from './queries.ts'

export const renderRows = (models: Models, model: Model, rows: PublishedRow[], first: string): string[] =>
  rows.map(
    (row) =>
      row.body ??
      renderEntry(models, model, { id: row.entryId, values: valuesOf(models, model, row, first), meta: metaOf(row) }),
  )

export function valuesOf(models: Models, model: Model, { cells, source }: PublishedRow, first: string): Values {
  const values = cells ?? {}
  // A published row has all values in one object. A field that is no longer localized takes its value from the language
  // `first`, so the object is also used for `first`.
  const snapshot = { shared: values, languages: { [first]: values, [source]: values } }
  return settleValues(model.fields, snapshot, { language: source, first }, models.components)
}

export const metaOf = ({ revision, source, locales, formerSlugs, standing, ...times }: PublishedRow) => ({
  revision,
  locale: source,
  publishedAt: times.publishedAt && isoOf(times.publishedAt),
  firstPublishedAt: times.firstPublishedAt && isoOf(times.firstPublishedAt),
  updatedAt: isoOf(times.updatedAt),
  locales,
  formerSlugs,
  ...(standing && {
    ...standing,
    publishAt: standing.publishAt && isoOf(standing.publishAt),
    unpublishAt: standing.unpublishAt && isoOf(standing.unpublishAt),
  }),
})

const isoOf = (time: Date | string) => new Date(time).toISOString()
