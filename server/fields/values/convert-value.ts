import type { Field } from '#contract/fields/fields.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { checkValue } from './check-values.ts'
import { type Components, isUnset } from './components.ts'

export type Converted = { value: unknown; isLossy: boolean; reason?: undefined } | { reason: string; value?: undefined }

export function convertValue(value: unknown, from: Field, to: Field, components: Components): Converted {
  if (isUnset(from, value)) return { value: null, isLossy: false }
  if (from.kind === to.kind) return keepKind(value, to, components)
  const source = ruleOf(from)
  const target = ruleOf(to)
  if (!source.toText || !target.fromText) return { reason: 'Values of this kind cannot be converted' }
  const words = source.toText(value, from)
  const checked = checkValue(to, target.fromText(words, to), components)
  if (checked.faults) return { reason: Object.values(checked.faults)[0]! }
  const isSame = (target.toText?.(checked.value, to) ?? words).trim() === words.trim()
  return { value: checked.value, isLossy: source.isPoorAsText === true || !isSame }
}

export const canBecome = (from: Field, to: Field) =>
  from.kind === to.kind || Boolean(ruleOf(from).toText && ruleOf(to).fromText)

function keepKind(value: unknown, to: Field, components: Components): Converted {
  // Component values have slots as keys here, which `checkValue` cannot check. They were checked when written.
  if (ruleOf(to).inner) return { value, isLossy: false }
  const checked = checkValue(to, value, components)
  if (!checked.faults) return { value: checked.value, isLossy: false }
  if (!Array.isArray(value) || value.length < 2) return { reason: Object.values(checked.faults)[0]! }
  const first = checkValue(to, value[0], components)
  return first.faults ? { reason: Object.values(first.faults)[0]! } : { value: first.value, isLossy: true }
}
