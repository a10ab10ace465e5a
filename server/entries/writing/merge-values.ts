import type { Document } from '#contract/document.ts'
import type { Field } from '#contract/fields.ts'
import { mergeDocuments } from '#server/documents/compare/merge-documents.ts'
import { listBefore } from '#server/entries/queries/changes.ts'
import type { EntryState } from '#server/entries/queries/entries.ts'
import type { Values } from '#server/fields/check-values.ts'
import { isThere } from '#server/fields/components.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Writing = {
  entry: EntryState
  fields: readonly Field[]
  language: string
  /** By slot, as they are now. */
  theirs: Values
  yours: Values
  base: number
}

/** What somebody writes who began at `base`, with what others wrote since: field by field, long texts block by block. */
export async function mergeValues(
  tx: WorkspaceTx,
  { entry, fields, language, theirs, yours, base }: Writing,
): Promise<Values> {
  if (base >= entry.revision) return yours
  if (base < entry.knownFrom) throw new Refusal('changed-meanwhile')
  const before = new Map(
    (await listBefore(tx, entry.id, base)).map((one) => [`${one.language} ${one.slot}`, one.before]),
  )
  const merged: Values = {}
  const contested: Field[] = []
  const was: Values = {}
  for (const [slot, value] of Object.entries(yours)) {
    const field = fields.find((one) => one.slot === slot && isThere(one))!
    const place = `${field.localized ? language : ''} ${slot}`
    const result = before.has(place) ? mergeValue(field, before.get(place), theirs[slot] ?? null, value) : { value }
    was[slot] = before.get(place) ?? null
    if (result) merged[slot] = result.value
    else contested.push(field)
  }
  if (contested.length === 0) return merged
  const shown = (values: Values) => Object.fromEntries(contested.map(({ key, slot }) => [key, values[slot] ?? null]))
  throw new Refusal('conflict', {
    shown: { fields: contested.map(({ key }) => key), base: shown(was), theirs: shown(theirs), yours: shown(yours) },
  })
}

function mergeValue({ kind }: Field, base: unknown, theirs: unknown, yours: unknown): { value: unknown } | undefined {
  if (isSame(theirs, yours) || isSame(base, yours)) return { value: theirs }
  if (isSame(base, theirs)) return { value: yours }
  if (kind !== 'rich_text' || !base || !theirs || !yours) return undefined
  const { document } = mergeDocuments(base as Document, theirs as Document, yours as Document)
  return document ? { value: document } : undefined
}

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null))

/** PostgreSQL keeps no order of names in what it holds as jsonb. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const named = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(named.map(([name, part]) => [name, sorted(part)]))
}
