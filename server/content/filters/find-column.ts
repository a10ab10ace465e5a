import { type RawBuilder, sql } from 'kysely'
import type { Field } from '#contract/fields/fields.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { fieldsByKey, isThere } from '#server/fields/values/components.ts'
import { idAt, overlaySlot } from '#server/fields/values/parts/localized-parts.ts'
import { comparisons, type Operator } from './read-filter.ts'
import { unknown } from './refuse-query.ts'

export type ColumnKind = 'text' | 'number' | 'boolean' | 'time' | 'place' | 'uuid' | 'any'

export type Column = { kind: ColumnKind; value: RawBuilder<unknown>; field: Field | null }

export const operatorsOf: Record<ColumnKind, readonly Operator[]> = {
  text: [...comparisons, 'contains', 'starts', 'search'],
  number: comparisons,
  time: comparisons,
  boolean: ['eq', 'ne', 'exists'],
  uuid: ['eq', 'ne', 'in', 'nin'],
  place: ['near', 'within', 'exists'],
  any: ['exists'],
}
/** Operators of fields that are compared by key, such as references, categories and select fields. */
export const keyOperators = ['eq', 'ne', 'in', 'nin', 'exists'] as const satisfies Operator[]

const own = new Map<string, { kind: ColumnKind; name: string }>([
  ['id', { kind: 'uuid', name: 'entry_id' }],
  ['publishedAt', { kind: 'time', name: 'published_at' }],
  ['firstPublishedAt', { kind: 'time', name: 'first_published_at' }],
  ['updatedAt', { kind: 'time', name: 'updated_at' }],
])

/** Properties that every entry has besides its fields. Lists can filter by them. */
export const ownNames = [...own.keys(), 'slug']

/** Columns that the key index contains, too. They are read from the index, so that its order can be used. */
const ofKey: readonly string[] = ['entry_id', 'published_at']

/** Cache of columns by alias and name. It stays small, because there are few aliases. */
const ownColumns = new Map<string, Column>()

/**
 * Returns the column of a property that every entry has, or undefined for a field name. `key` is the alias of the key
 * index if the list is read from it.
 */
export function ownColumn(alias: string, path: string[], key?: string): Column | undefined {
  const ofMeta = path[0] === '_meta' && path.length === 2 ? path[1] : undefined
  const name = path.length === 1 ? path[0] : ofMeta
  const found = name === undefined ? undefined : own.get(name)
  if (!found) return undefined
  const column = `${key && ofKey.includes(found.name) ? key : alias}.${found.name}`
  const known = ownColumns.get(column) ?? { kind: found.kind, value: sql`${sql.ref(column)}`, field: null }
  ownColumns.set(column, known)
  return known
}

export function fieldIn(model: Model, key: string): Field {
  const byKey = fieldsByKey(model.fields)
  const field = byKey.get(key)
  if (!field)
    throw unknown(
      `${model.key} has no field ${key}. There are: ${[...new Set([...byKey.keys(), ...ownNames])].join(', ')}`,
    )
  return field
}

// `paths`: JSON paths of a value; the first path with a value is used. `overlay`: path of the localized parts of the
// value, or null inside a localized field.
type FieldColumns = { paths: string[][]; overlay: string[] | null }

// Returns the JSON paths of a field. Localized values inside a shared group are stored in an overlay per language. The
// value in the group itself is the fallback.
function standingOf({ slot, localized }: Field, { paths, overlay }: FieldColumns): FieldColumns {
  const within = paths.map((path) => [...path, slot])
  if (overlay === null) return { paths: within, overlay }
  if (localized) return { paths: overlay.length > 0 ? [[...overlay, slot], ...within] : within, overlay: null }
  return { paths: within, overlay: [...overlay, overlaySlot(slot), idAt(0)] }
}

const outermost: FieldColumns = { paths: [[]], overlay: [] }

export function fieldColumn(
  models: Models,
  alias: string,
  field: Field,
  path: string[],
  around: FieldColumns = outermost,
): Column {
  const standing = standingOf(field, around)
  const [next, ...rest] = path
  if (next === undefined) {
    const { json, text } = valueAt(sql.ref(`${alias}.cells`), standing)
    const kind = columnKindOf(field)
    if (kind === 'number') return { kind, value: sql`(${text})::numeric`, field }
    if (kind === 'boolean') return { kind, value: sql`(${text})::boolean`, field }
    return { kind, value: kind === 'text' ? text : json, field }
  }
  if (field.kind !== 'group' || field.many) throw unknown(`${field.key} has no fields to compare`)
  const component = models.components.get(field.component)
  const inner = component?.fields.find((one) => isThere(one) && one.key === next)
  if (!inner)
    throw unknown(
      `${field.key} has no field ${next}. There are: ${component?.fields
        .filter(isThere)
        .map(({ key }) => key)
        .join(', ')}`,
    )
  return fieldColumn(models, alias, inner, rest, standing)
}

function columnKindOf({ kind }: Field): ColumnKind {
  const { cell } = ruleOf({ kind })
  if (cell === 'none') return 'any'
  return cell === 'keys' ? 'text' : cell
}

export const operatorsOfField = (field: Field): readonly Operator[] =>
  ruleOf(field).cell === 'keys' ? keyOperators : operatorsOf[columnKindOf(field)]

function valueAt(cells: RawBuilder<unknown>, { paths }: FieldColumns) {
  const [only] = paths
  if (paths.length === 1) return { json: sql`${cells} #> ${only}::text[]`, text: sql`${cells} #>> ${only}::text[]` }
  const json = sql`coalesce(${sql.join(paths.map((path) => sql`${cells} #> ${path}::text[]`))})`
  return { json, text: sql`${json} #>> '{}'` }
}

/** Returns the models that a reference or rich text can point to. */
export const targetsOf = (models: Models, field: { models?: string[] | undefined }): Model[] =>
  (field.models?.length ? field.models : models.there.map(({ id }) => id)).flatMap((id) => {
    const model = models.byId.get(id)
    return model && model.kind !== 'component' ? [model] : []
  })
