import type { Field } from '#contract/fields/fields.ts'
import { isSame } from '#contract/is-same.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import type { Components } from '#server/fields/values/components.ts'
import { commonValue, type Snapshot } from '#server/fields/values/settle-values.ts'
import { hasLocalizedParts, overlaySlot, splitValue } from './localized-parts.ts'

/** A changed value in storage. `language` is empty for values that all languages share. */
export type ChangedPlace = {
  language: string
  /** The slot of the field. `name` is the slot of the value: this one, or the overlay slot of localized parts. */
  slot: string
  name: string
  before: unknown
  value: unknown
}

type TextChange = {
  fields: readonly Field[]
  components: Components
  snapshot: Snapshot
  first: string
  language: string
  changed: string[]
  before: Values
  values: Values
}

/**
 * Returns the stored places of changed values. A shared field with localized parts can change in two places: the shared
 * value and the overlay of the language.
 */
export function placesOf({
  fields,
  components,
  snapshot,
  first,
  language,
  changed,
  ...said
}: TextChange): ChangedPlace[] {
  return fields.flatMap((field) => {
    const { slot, localized } = field
    if (!changed.includes(slot)) return []
    const [was, is] = [said.before[slot] ?? null, said.values[slot] ?? null]
    if (!hasLocalizedParts(field, components))
      return [{ slot, name: slot, language: localized ? language : '', before: was, value: is }]
    const common = commonValue(field, snapshot, first, components)
    const [plain, now] = [splitValue(field, was, components), splitValue(field, is, components, common)]
    const then = splitValue(field, was, components, common)
    return [
      ...(isSame(then.shared, now.shared)
        ? []
        : [{ slot, name: slot, language: '', before: plain.shared, value: now.shared }]),
      ...(isSame(then.own, now.own)
        ? []
        : [{ slot, name: overlaySlot(slot), language, before: plain.own, value: now.own }]),
    ]
  })
}
