import { type RawBuilder, sql } from 'kysely'
import type { Field } from '#contract/fields/fields.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { ruleOf } from '#server/fields/kinds.ts'
import { fieldsByKey, isThere } from '#server/fields/values/components.ts'
import { idAt, overlaySlot } from '#server/fields/values/parts/localized-parts.ts'
import type { Operator } from './read-filter.ts'
import { unknown } from './refuse-query.ts'

/** How a value is compared. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'time' | 'place' | 'uuid' | 'any'

/** A value of the row that a statement calls `alias`. */
export type Column = { kind: ColumnKind; value: RawBuilder<unknown>; field: Field | null }

const comparisons = ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'] as const

/** The operators that a kind of value takes. */
export const operatorsOf: Record<ColumnKind, readonly Operator[]> = {
  text: [...comparisons, 'contains', 'starts', 'search'],
  number: comparisons,
  time: comparisons,
  boolean: ['eq', 'ne', 'exists'],
  uuid: ['eq', 'ne', 'in', 'nin'],
  place: ['near', 'within', 'exists'],
  any: ['exists'],
}
/** Those of fields that lead somewhere, and of choices. */
export const keyOperators = ['eq', 'ne', 'in', 'nin', 'exists'] as const satisfies Operator[]

const own = new Map<string, { kind: ColumnKind; name: string }>([
  ['id', { kind: 'uuid', name: 'entry_id' }],
  ['publishedAt', { kind: 'time', name: 'published_at' }],
  ['firstPublishedAt', { kind: 'time', name: 'first_published_at' }],
  ['updatedAt', { kind: 'time', name: 'updated_at' }],
])

/** What every entry has beside its fields. */
export const ownNames = [...own.keys(), 'slug']

/** What a key that leads to a row has of it, in the order of its index. */
const ofKey: readonly string[] = ['entry_id', 'published_at']

/** A statement calls few rows by a name, so these are written once. */
const ownColumns = new Map<string, Column>()

/** A value that every entry has; undefined where the name is that of a field. `key`: what the statement calls the key that leads to the row. */
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

/** Where a value stands: the paths of which the first that is there has it, and that of the overlay of its language. */
type Standing = { paths: string[][]; overlay: string[] | null }

/** What a language says in a shared group stands in its overlay; where nothing was said since, in the group itself. */
function standingOf({ slot, localized }: Field, { paths, overlay }: Standing): Standing {
  const within = paths.map((path) => [...path, slot])
  if (overlay === null) return { paths: within, overlay }
  if (localized) return { paths: overlay.length > 0 ? [[...overlay, slot], ...within] : within, overlay: null }
  return { paths: within, overlay: [...overlay, overlaySlot(slot), idAt(0)] }
}

const outermost: Standing = { paths: [[]], overlay: [] }

/** The value of a field, or of a field within a group of it. */
export function fieldColumn(
  models: Models,
  alias: string,
  field: Field,
  path: string[],
  around: Standing = outermost,
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
  if (field.kind !== 'group' || field.many) throw unknown(`${field.key} has nothing below it that could be compared`)
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

/** How the value of a field is compared, by itself. */
function columnKindOf({ kind }: Field): ColumnKind {
  const { cell } = ruleOf({ kind })
  if (cell === 'none') return 'any'
  return cell === 'keys' ? 'text' : cell
}

/** The operators that a filter takes of a field. */
export const operatorsOfField = (field: Field): readonly Operator[] =>
  ruleOf(field).cell === 'keys' ? keyOperators : operatorsOf[columnKindOf(field)]

function valueAt(cells: RawBuilder<unknown>, { paths }: Standing) {
  const [only] = paths
  if (paths.length === 1) return { json: sql`${cells} #> ${only}::text[]`, text: sql`${cells} #>> ${only}::text[]` }
  const json = sql`coalesce(${sql.join(paths.map((path) => sql`${cells} #> ${path}::text[]`))})`
  return { json, text: sql`${json} #>> '{}'` }
}

/** The models that a reference or a text may lead to. */
export const targetsOf = (models: Models, field: { models?: string[] | undefined }): Model[] =>
  (field.models?.length ? field.models : models.there.map(({ id }) => id)).flatMap((id) => {
    const model = models.byId.get(id)
    return model && model.kind !== 'component' ? [model] : []
  })
