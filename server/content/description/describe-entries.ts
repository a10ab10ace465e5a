import type { Field } from '#contract/fields/fields.ts'
import { targetsOf } from '#server/content/filters/find-column.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { namesOfComponent, typeOf } from '#server/fields/kinds/component-names.ts'
import type { Component, SchemaContext, SchemaMode } from '#server/fields/kinds/field-kind.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { componentIdsIn, isThere, livingKeys } from '#server/fields/values/components.ts'
import { oneOf, orNull, type Schema } from '#server/writing/documents/describe/document-schemas.ts'
import { named, objectOf, ours } from './schemas.ts'

type Audience = Pick<DescriptionContext, 'models' | 'isHtml'> & { isAdmin: boolean; writes: boolean }

export function entrySchemas(models: Model[], audience: Audience): Record<string, Schema> {
  const modes: SchemaMode[] = audience.writes ? ['whole', 'some', 'written'] : ['whole', 'some']
  const entries = models.flatMap((model) =>
    modes.map((mode) => [model.key + endings[mode], entryOf(model, audience, mode)]),
  )
  const components = reached(models, audience.models).flatMap((component) =>
    modes.flatMap((mode) => [
      [component.key + endings[mode], componentOf(component, audience, mode)],
      [`${component.key}.block${endings[mode]}`, blockOf(component, audience, mode)],
    ]),
  )
  return Object.fromEntries([...entries, ...components])
}

const id = { type: 'string', format: 'uuid' }
const always = ['id', 'type', 'slug']

function entryOf(model: Model, audience: Audience, mode: SchemaMode): Schema {
  const { properties, keys } = fieldsOf(model.fields, audience, mode)
  if (mode === 'written') return { ...objectOf(properties, []), additionalProperties: false }
  const own = { id, type: { type: 'string', const: typeOf(model) }, slug: { type: ['string', 'null'] } }
  return {
    ...objectOf(
      { ...own, ...properties, _meta: ours('Meta') },
      mode === 'whole' ? [...new Set([...always, ...keys]), '_meta'] : always,
    ),
    description: mode === 'whole' ? model.name : `${model.name}, with the fields that are chosen`,
  }
}

function componentOf(component: Model, audience: Audience, mode: SchemaMode): Schema {
  const { properties, keys } = fieldsOf(component.fields, audience, mode)
  const own = { id: { ...id, description: 'Of one of several' } }
  return { ...objectOf({ ...own, ...properties }, mode === 'whole' ? keys : []), description: component.name }
}

function blockOf(component: Model, audience: Audience, mode: SchemaMode): Schema {
  const { properties, keys } = fieldsOf(component.fields, audience, mode)
  const type = mode === 'written' ? { enum: namesOfComponent(component) } : { const: typeOf(component) }
  const own = { id: { type: 'string' }, type: { type: 'string', ...type } }
  const required = { whole: ['id', 'type', ...keys], some: ['id', 'type'], written: ['type'] }
  return { ...objectOf({ ...own, ...properties }, required[mode]), description: component.name }
}

function fieldsOf(fields: readonly Field[], { models, isHtml, isAdmin }: Audience, mode: SchemaMode) {
  const there = fields.filter(isThere)
  const isWritten = mode === 'written'
  const shown = there.filter(({ writtenBy }) => !isWritten || isAdmin || writtenBy === 'members')
  const taken = new Set(there.map(({ key }) => key))
  const properties: Record<string, Schema> = {}
  for (const field of shown) {
    const value = describeValue(field, { models, isHtml, mode })
    properties[field.key] = value
    const former = isWritten ? [] : livingKeys(field).filter((key) => !taken.has(key))
    for (const key of former) properties[key] ??= { ...value, deprecated: true }
  }
  return { properties, keys: Object.keys(properties) }
}

function reached(models: Model[], { byId }: Models): Model[] {
  const found = new Map<string, Model>()
  const follow = (fields: readonly Field[]) => {
    for (const named of componentIdsIn(fields.filter(isThere))) {
      const component = byId.get(named)
      if (!component || found.has(named)) continue
      found.set(named, component)
      follow(component.fields)
    }
  }
  for (const { fields } of models) follow(fields)
  return [...found.values()]
}

type DescriptionContext = { models: Models; mode: SchemaMode; isHtml: boolean }

export const endings: Record<SchemaMode, string> = { whole: '', some: '.some', written: '.written' }

/** Returns the schema of a field. In answers, a list can be empty but is never null. */
function describeValue(field: Field, describing: DescriptionContext): Schema {
  const one = ruleOf(field).schema(field, contextOf(describing))
  const isList = field.kind === 'blocks' || ('many' in field && field.many === true)
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

export function byType(all: readonly Component[], ending: string): Schema {
  const unique = [...new Map(all.map((one) => [one.id, one])).values()]
  if (unique.length === 0) return { type: 'null' }
  const mapping = Object.fromEntries(unique.map((one) => [typeOf(one), `#/components/schemas/${one.key}${ending}`]))
  return {
    ...oneOf(unique.map(({ key }) => named(`${key}${ending}`))),
    ...(unique.length > 1 && { discriminator: { propertyName: 'type', mapping } }),
  }
}
