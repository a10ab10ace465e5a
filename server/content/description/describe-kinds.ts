import type { Field, FieldKind } from '#contract/fields/fields.ts'
import { targetsOf } from '#server/content/filters/find-column.ts'
import type { Models } from '#server/content/models/find-models.ts'
import { typeOf } from '#server/fields/kinds/component-names.ts'
import type { Component } from '#server/fields/kinds/field-kind.ts'
import { oneOf, orNull, type Schema } from '#server/writing/documents/describe/document-schemas.ts'
import { named, objectOf, ours } from './schemas.ts'

/**
 * How values are described: `whole`, as they are delivered where no fields are chosen, `some`, where they are or where something
 * leads to them, and `written`.
 */
export type Mode = 'whole' | 'some' | 'written'
export type Describing = { models: Models; mode: Mode; isHtml: boolean }

export const endings: Record<Mode, string> = { whole: '', some: '.some', written: '.written' }

const text = { type: 'string' }
const sized = (
  { minLength, maxLength }: { minLength?: number | undefined; maxLength?: number | undefined },
  mode: Mode,
) => ({
  ...text,
  ...(mode === 'written' && minLength !== undefined && { minLength }),
  ...(mode === 'written' && maxLength !== undefined && { maxLength }),
})
const degrees = (most: number) => ({ type: 'number', minimum: -most, maximum: most })
const id = { type: 'string', format: 'uuid' }
/** Written, a thing is its id, or what was answered of it. */
const lead: Schema = { anyOf: [id, { type: 'object', properties: { id }, required: ['id'] }] }
const writtenDocument: Schema = {
  type: 'object',
  description: 'A document, with ids in the places of files and entries, or what was answered there',
  properties: {
    type: { const: 'doc' },
    content: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
  required: ['type', 'content'],
}

type Describe<K extends FieldKind> = (field: Field<K>, describing: Describing) => Schema

/** One value of each kind that is there: of a field that takes many, one of them. */
const kinds: { [K in FieldKind]: Describe<K> } = {
  text: (field, { mode }) => ({
    ...sized(field, mode),
    ...(mode === 'written' && field.oneOf && { enum: field.oneOf }),
  }),
  long_text: (field, { mode }) => sized(field, mode),
  slug: () => text,
  markdown: () => ({ ...text, contentMediaType: 'text/markdown' }),
  rich_text: (_, { mode, isHtml }) => {
    if (mode === 'written') return writtenDocument
    return isHtml ? { ...text, contentMediaType: 'text/html' } : ours('Document')
  },
  integer: ({ min, max }, { mode }) => ({
    type: 'integer',
    ...(mode === 'written' && min !== undefined && { minimum: min }),
    ...(mode === 'written' && max !== undefined && { maximum: max }),
  }),
  decimal: (_, { mode }) =>
    mode === 'written' ? { anyOf: [text, { type: 'integer' }] } : { ...text, pattern: '^-?\\d+(\\.\\d+)?$' },
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ ...text, format: 'date' }),
  datetime: () => ({ ...text, format: 'date-time' }),
  time: () => ({ ...text, description: 'As 09:30:00' }),
  select: ({ options }) => ({ ...text, enum: options.map(({ key }) => key) }),
  color: () => ({ ...text, description: 'As #1f6feb' }),
  url: () => ({ ...text, format: 'uri' }),
  email: () => ({ ...text, description: 'An e-mail address' }),
  phone: () => ({ ...text, description: 'As +4930123456' }),
  json: () => ({ description: 'Any JSON' }),
  location: () => objectOf({ latitude: degrees(90), longitude: degrees(180) }, ['latitude', 'longitude']),
  media: (_, { mode }) => (mode === 'written' ? lead : ours(mode === 'whole' ? 'File' : 'SomeOfFile')),
  reference: (field, { models, mode }) => (mode === 'written' ? lead : leadOf(models, field)),
  group: ({ component }, { models, mode }) => componentNamed(models, component, endings[mode]),
  blocks: ({ components }, { models, mode }) => {
    const there = components.flatMap((one) => models.components.get(one) ?? [])
    return byType(there, `.block${endings[mode]}`)
  },
  code: () => text,
  category: (_, { mode }) => (mode === 'written' ? lead : ours(mode === 'whole' ? 'Category' : 'SomeOfCategory')),
}

/** The value of a field. Nothing is null, and an empty list where there may be many. */
export function describeValue(field: Field, describing: Describing): Schema {
  const one = (kinds[field.kind] as Describe<FieldKind>)(field, describing)
  const isList = field.kind === 'blocks' || (field as { many?: boolean }).many === true
  const value = isList ? { type: 'array', items: one } : one
  const told = [field.label, field.help].filter(Boolean).join('. ')
  const isNullable = !isList || describing.mode === 'written'
  return { ...(isNullable && field.kind !== 'json' ? orNull(value) : value), description: told }
}

function componentNamed(models: Models, component: string, ending: string): Schema {
  const key = models.components.get(component)?.key
  return key ? named(`${key}${ending}`) : { type: 'null' }
}

function leadOf(models: Models, field: Field<'reference'>): Schema {
  if (!field.models?.length) return ours('Entry')
  return byType(targetsOf(models, field), endings.some)
}

/** Which of several it is, is told by its type. */
export function byType(all: readonly Component[], ending: string): Schema {
  const unique = [...new Map(all.map((one) => [one.id, one])).values()]
  if (unique.length === 0) return { type: 'null' }
  const mapping = Object.fromEntries(unique.map((one) => [typeOf(one), `#/components/schemas/${one.key}${ending}`]))
  return {
    ...oneOf(unique.map(({ key }) => named(`${key}${ending}`))),
    ...(unique.length > 1 && { discriminator: { propertyName: 'type', mapping } }),
  }
}
