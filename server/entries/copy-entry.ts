import { collectionIn, titleFieldOf } from '#server/content-models/find-models.ts'
import { isThere } from '#server/fields/components.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type EntryCall, openEntry, snapshotOf, valuesIn } from './entry-call.ts'
import { listTexts } from './queries/entries.ts'
import { readEntry } from './show-entry.ts'
import { createEntry, keepValues } from './writing/write-entry.ts'

/** A new entry with the same values in each language, without those that only one may have. */
export async function copyEntry(call: EntryCall, named: { model: string; id: string }): Promise<string> {
  const source = await openEntry(call, named)
  if (collectionIn(source.models, named.model).kind === 'single') throw new Refusal('entry-exists')
  const { labels } = source.entry
  const [first] = source.texts
  const bare = {
    ...source.model,
    fields: source.model.fields.filter((field) => isThere(field) && !field.unique && field.kind !== 'slug'),
  }
  const id = await createEntry(call, named.model, { fields: {}, labels, locale: first!.language })
  for (const { language } of source.texts) {
    const copy = { ...(await readEntry(call.tx, id)), texts: await listTexts(call.tx, id) }
    const values = valuesIn({ ...source, model: bare }, snapshotOf(source.entry, source.texts), language)
    const title = titleFieldOf(bare)
    const called =
      title && typeof values[title.slot] === 'string' ? { [title.slot]: `${values[title.slot]} (copy)` } : {}
    await keepValues(call, copy, { language, values: { ...values, ...called } })
  }
  return id
}
