import type { Field } from '#contract/fields/fields.ts'
import { targetsOf } from '#server/content/filters/find-column.ts'
import type { Models } from '#server/content/models/find-models.ts'
import { typeOf } from '#server/fields/kinds/component-names.ts'
import type { Component, SchemaContext, SchemaMode } from '#server/fields/kinds/field-kind.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { oneOf, orNull, type Schema } from '#server/writing/documents/describe/document-schemas.ts'
import { named, ours } from './schemas.ts'

export type DescriptionContext = { models: Models; mode: SchemaMode; isHtml: boolean }

export const endings: Record<SchemaMode, string> = { whole: '', some: '.some', written: '.written' }

/** The schema of a field. Values are never null; a list may be empty. */
export function describeValue(field: Field, describing: DescriptionContext): Schema {
  const one = ruleOf(field).schema(field, contextOf(describing))
  const isList = field.kind === 'blocks' || (field as { many?: boolean }).many === true
  const value = isList ? { type: 'array', items: one } : one
  const told = [field.label, field.help].filter(Boolean).join('. ')
  const isNullable = !isList || describing.mode === 'written'
  return { ...(isNullable && field.kind !== 'json' ? orNull(value) : value), description: told }
}

const contextOf = ({ models, mode, isHtml }: DescriptionContext): SchemaContext => ({
  mode,
  isHtml,
  named: ours,
  entriesOf: (ids) => (ids.length > 0 ? byType(targetsOf(models, { models: ids }), endings.some) : ours('Entry')),
  componentOf(component) {
    const key = models.components.get(component)?.key
    return key ? named(`${key}${endings[mode]}`) : { type: 'null' }
  },
  blocksOf(components) {
    const there = components.flatMap((one) => models.components.get(one) ?? [])
    return byType(there, `.block${endings[mode]}`)
  },
})

/** A union, told apart by `type`. */
export function byType(all: readonly Component[], ending: string): Schema {
  const unique = [...new Map(all.map((one) => [one.id, one])).values()]
  if (unique.length === 0) return { type: 'null' }
  const mapping = Object.fromEntries(unique.map((one) => [typeOf(one), `#/components/schemas/${one.key}${ending}`]))
  return {
    ...oneOf(unique.map(({ key }) => named(`${key}${ending}`))),
    ...(unique.length > 1 && { discriminator: { propertyName: 'type', mapping } }),
  }
}
