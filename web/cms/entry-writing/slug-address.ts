import type { EditedModel } from './entry-data.ts'

export const slugFieldOf = ({ fields, slugField }: Pick<EditedModel, 'fields' | 'slugField'>) =>
  fields.find(({ key }) => key === slugField) ?? fields.find(({ kind }) => kind === 'slug')

/** "/blog/" of "https://site.example/blog/{slug}". Undefined if another placeholder comes before the slug. */
export function prefixOf(previewUrl: string): string | undefined {
  const [before, after] = previewUrl.split(/\{slug\}|%7Bslug%7D/i)
  if (after === undefined || !before || /[{?#]|%7B/i.test(before)) return undefined
  return before.replace(/^\w+:\/\/[^/]*/, '') || undefined
}
