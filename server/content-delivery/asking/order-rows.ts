import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Model, Models } from '#server/content-models/find-models.ts'
import { type ColumnKind, fieldColumn, fieldIn, ownColumn } from './find-column.ts'
import { readSort, type Sorting, unknown } from './read-query.ts'

/** What a list is ordered by: first what has a value, then by the value; the id settles ties. */
export type Key = {
  value: RawBuilder<unknown>
  kind: 'text' | 'number' | 'time' | 'boolean' | 'uuid'
  isDescending: boolean
}

const sortable: readonly ColumnKind[] = ['text', 'number', 'time', 'boolean', 'uuid']

export const sortingOf = (model: Model, sort: Sorting[] | null) => sort ?? readSort(model.defaultSort)

/** Of a text so much counts, since what orders a row stands in its cursor, which stands in an address. */
const mostOfText = 200

type Order = {
  sorting: Sorting[]
  /** What leads to each row, if something does. */
  key?: string | undefined
  /** Whether an entry is there once for each of its languages. */
  isInAll: boolean
}

/** The keys of an order; the last ones are the id and, where an entry is there several times, the language. */
export function keysOf(models: Models, model: Model, { sorting, key, isInAll }: Order): Key[] {
  const keys = sorting.flatMap(({ path, isDescending }): Key[] => {
    const column = columnOf(models, model, path, key)
    if (!sortable.includes(column.kind)) throw unknown(`Nothing is sorted by ${path.join('.')}`)
    const kind = column.kind as Key['kind']
    if (kind === 'time' || kind === 'uuid') return [{ value: column.value, kind, isDescending }]
    const value = kind === 'text' ? sql`left(lower(${column.value}), ${sql.lit(mostOfText)}) collate "C"` : column.value
    // What has no value comes last, whatever the direction.
    const isMissing = kind === 'text' ? sql`(coalesce(${column.value}, '') = '')` : sql`(${column.value} is null)`
    const filled =
      kind === 'text'
        ? sql`coalesce(${value}, '')`
        : kind === 'number'
          ? sql`coalesce(${value}, 0)`
          : sql`coalesce(${value}, false)`
    return [
      { value: isMissing, kind: 'boolean', isDescending: false },
      { value: filled, kind, isDescending },
    ]
  })
  const isDescending = keys[0]?.isDescending ?? false
  return [
    ...keys,
    { value: sql`${sql.ref(`${key ?? 'p'}.entry_id`)}`, kind: 'uuid', isDescending },
    ...(isInAll ? [{ value: sql`p.language collate "C"`, kind: 'text' as const, isDescending }] : []),
  ]
}

function columnOf(models: Models, model: Model, path: string[], key?: string) {
  const own = ownColumn('p', path, key)
  if (own) return own
  if (path.length === 1 && path[0] === 'slug') return { kind: 'text' as const, value: sql`p.slug`, field: null }
  const [name, ...rest] = path
  const field = fieldIn(model, name!)
  if (['reference', 'media', 'category'].includes(field.kind) || ('many' in field && field.many))
    throw unknown(`Nothing is sorted by ${path.join('.')}`)
  return fieldColumn(models, 'p', field, rest)
}

export const orderBy = (keys: Key[], isBackwards: boolean) =>
  sql.join(keys.map(({ value, isDescending }) => sql`${value} ${isDescending !== isBackwards ? sql`desc` : sql`asc`}`))

/** The keys of a row as text, for its cursor. */
export const keyTexts = (keys: Key[]) => sql`array[${sql.join(keys.map(({ value }) => sql`(${value})::text`))}]`

const Cursor = z.strictObject({ of: z.string(), at: z.array(z.string().max(2000)).max(20) })

/** A cursor holds for the query that gave it and for no other. */
export const writeCursor = (of: string, keys: Key[], texts: string[]) => {
  const at = texts.map((text, index) => (keys[index]?.kind === 'time' ? inFull(text) : text))
  return Buffer.from(JSON.stringify({ of, at })).toString('base64url')
}

/** A time as PostgreSQL writes it in UTC, 2026-11-22 01:26:29.027+00, with all its digits. */
const inFull = (time: string) => `${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20, -3).padEnd(6, '0')}Z`

export function readCursor(written: string, of: string, keys: Key[]): string[] {
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(written, 'base64url').toString()))
    if (
      cursor.of === of &&
      cursor.at.length === keys.length &&
      keys.every(({ kind }, index) => isOf(kind, cursor.at[index]!))
    )
      return cursor.at
  } catch {
    // Said below.
  }
  throw unknown('This cursor is not one that this query gave')
}

const forms: Record<Key['kind'], RegExp> = {
  text: /^/,
  number: /^-?\d+(\.\d+)?$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  boolean: /^(true|false)$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
}
const isOf = (kind: Key['kind'], text: string) =>
  !text.includes('\0') && forms[kind].test(text) && (kind !== 'time' || isMoment(text))

/** A day that no calendar has is read as another one by JavaScript, and refused by the database, as is the year 0. */
function isMoment(text: string): boolean {
  const time = new Date(text)
  return (
    !Number.isNaN(time.getTime()) && time.getUTCFullYear() > 0 && time.toISOString().slice(0, 19) === text.slice(0, 19)
  )
}

const casts = { text: sql`text`, number: sql`numeric`, time: sql`timestamptz`, boolean: sql`boolean`, uuid: sql`uuid` }

/** What comes behind the row that a cursor names, or before it. */
export function beyond(keys: Key[], at: string[], isBackwards: boolean): RawBuilder<boolean> {
  const [key, ...rest] = keys
  const bound = sql`${at[0]}::${casts[key!.kind]}`
  const sign = key!.isDescending !== isBackwards ? sql`<` : sql`>`
  const further = sql`${key!.value} ${sign} ${bound}`
  if (rest.length === 0) return sql<boolean>`${further}`
  return sql<boolean>`(${further} or (${key!.value} = ${bound} and ${beyond(rest, at.slice(1), isBackwards)}))`
}

/** What a query is, but for its place in the list. */
export const hashOfQuery = (model: Model, parameters: Record<string, unknown>) => {
  const said = Object.entries(parameters).filter(
    ([name]) => !['after', 'before', 'page', 'count', 'limit', 'fields', 'domain'].includes(name),
  )
  const text = JSON.stringify([model.id, said.toSorted(([one], [other]) => (one < other ? -1 : 1))])
  return hash('sha256', text, 'base64url').slice(0, 16)
}
