import type { Field } from '#contract/fields/fields.ts'
import { collectionIn, titleFieldOf } from '#server/content/models/find-models.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import { isThere } from '#server/fields/values/components.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type EntryCall, openEntry, snapshotOf, valuesIn } from './entry-call.ts'
import { listTexts } from './queries/entries.ts'
import { readEntry } from './show-entry.ts'
import { beginEntry, writeValues } from './writing/write-entry.ts'

/** Copies an entry in all languages, without slug and values of unique fields. Adds “(copy)” to the title. */
export async function copyEntry(call: EntryCall, named: { model: string; id: string }): Promise<string> {
  const source = await openEntry(call, named)
  if (collectionIn(source.models, named.model).kind === 'single') throw new Refusal('entry-exists')
  const { labels } = source.entry
  const isCopied = (field: Field) => isThere(field) && !field.unique && field.kind !== 'slug'
  const bare = { ...source.model, fields: source.model.fields.filter(isCopied) }
  // Unique fields start empty, even if they are required.
  const excused = source.model.fields.filter((field) => isThere(field) && !isCopied(field)).map(({ key }) => key)
  const [first, ...others] = source.texts.map(({ language }) => ({ language, excused, values: valuesOf(language) }))
  const id = await beginEntry(call, source, { ...first!, ownerId: call.caller.id, labels })
  for (const writing of others)
    await writeValues(call, { ...(await readEntry(call.tx, id)), texts: await listTexts(call.tx, id) }, writing)
  return id

  function valuesOf(language: string): Values {
    const values = valuesIn({ ...source, model: bare }, snapshotOf(source.entry, source.texts), language)
    const title = titleFieldOf(bare)
    const isCalled = title && typeof values[title.slot] === 'string'
    return isCalled ? { ...values, [title.slot]: `${values[title.slot]} (copy)` } : values
  }
}
