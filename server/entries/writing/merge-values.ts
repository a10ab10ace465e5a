import type { Document } from '#contract/document.ts'
import type { Field } from '#contract/fields.ts'
import { mergeDocuments } from '#contract/merging/merge-documents.ts'
import { listBefore } from '#server/entries/queries/changes.ts'
import type { EntryState } from '#server/entries/queries/entries.ts'
import type { Values } from '#server/fields/check-values.ts'
import { isThere } from '#server/fields/components.ts'
import { isSame } from '#server/fields/is-same.ts'
import { keepReserved, partOf, type Writer } from '#server/fields/keep-reserved.ts'
import { renderValues } from '#server/fields/render-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { invalid } from './refuse-values.ts'

type Writing = {
  entry: EntryState
  fields: readonly Field[]
  language: string
  /** By slot, as they are now. */
  theirs: Values
  yours: Values
  base: number
  writer: Writer
}

/**
 * What somebody writes who began at `base`, with what others wrote since: field by field, long texts block by block. What they may
 * not write is as the others left it, and they are not told what they do not see.
 */
export async function mergeValues(
  tx: WorkspaceTx,
  { entry, fields, language, theirs, yours: given, base, writer }: Writing,
): Promise<Values> {
  if (base >= entry.revision) return keptFor(writer, { fields, given, before: theirs, now: theirs })
  if (base < entry.knownFrom) throw new Refusal('changed-meanwhile')
  const before = new Map(
    (await listBefore(tx, entry.id, base)).map((one) => [`${one.language} ${one.slot}`, one.before]),
  )
  const placeOf = ({ localized, slot }: Field) => `${localized ? language : ''} ${slot}`
  const written = fields.filter((field) => isThere(field) && field.slot in given)
  const was = Object.fromEntries(
    written.map((field) => [field.slot, before.has(placeOf(field)) ? before.get(placeOf(field)) : theirs[field.slot]]),
  )
  const yours = keptFor(writer, { fields, given, before: was, now: theirs })
  const merged: Values = {}
  const contested: Field[] = []
  for (const field of written) {
    const { slot } = field
    const own = (value: unknown) => (writer.isAdmin ? value : partOf(field, value, writer.writable))
    const sides = { base: was[slot], theirs: theirs[slot] ?? null, yours: yours[slot] }
    const result = before.has(placeOf(field)) ? mergeValue(field, sides, own) : { value: sides.yours }
    if (result) merged[slot] = result.value
    else contested.push(field)
  }
  if (contested.length === 0) return merged
  const shown = (values: Values) => shownTo(writer, contested, values)
  throw new Refusal('conflict', {
    shown: { fields: contested.map(({ key }) => key), base: shown(was), theirs: shown(theirs), yours: shown(yours) },
  })
}

type Kept = { fields: readonly Field[]; given: Values; before: Values; now: Values }

/** Refused where it says something else of what is reserved than it was before; else with that as it is now. */
export function keptFor(writer: Writer, { fields, given, before, now }: Kept): Values {
  const { faults } = keepReserved(fields, given, before, writer)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return keepReserved(fields, given, now, writer).values
}

const shownTo = ({ readable }: Writer, fields: Field[], values: Values): Values =>
  renderValues(
    fields.map((field) => ({ ...field, formerKeys: [] })),
    values,
    readable,
    (_, ids) => ids,
  )

type Sides = { base: unknown; theirs: unknown; yours: unknown }

/** `own`: what of a value its writer may have changed. */
function mergeValue(
  { kind }: Field,
  { base, theirs, yours }: Sides,
  own: (value: unknown) => unknown,
): { value: unknown } | undefined {
  if (isSame(own(theirs), own(yours)) || isSame(own(base), own(yours))) return { value: theirs }
  if (isSame(own(base), own(theirs))) return { value: yours }
  if (kind !== 'rich_text' || !base || !theirs || !yours) return undefined
  const { document } = mergeDocuments(base as Document, theirs as Document, yours as Document)
  return document ? { value: document } : undefined
}
