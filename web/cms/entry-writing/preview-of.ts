import type { Values } from '#web/fields/form/field-shape.ts'
import type { EntryPageData } from './entry-data.ts'

/** Where the site shows the draft, as the model says. */
export function previewOf({ model, entry, language }: EntryPageData, values: Values): string | undefined {
  if (!model.previewUrl || !entry) return undefined
  const slugField =
    model.fields.find(({ key }) => key === model.slugField) ?? model.fields.find(({ kind }) => kind === 'slug')
  const slug = slugField ? values[slugField.key] : entry.slug
  const filled: Record<string, string> = { slug: typeof slug === 'string' ? slug : '', id: entry.id, locale: language }
  return model.previewUrl.replace(/(\{|%7B)(slug|id|locale)(\}|%7D)/gi, (_, __, name: string) =>
    encodeURIComponent(filled[name.toLowerCase()] ?? ''),
  )
}
