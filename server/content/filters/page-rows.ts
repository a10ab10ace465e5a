import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { wholeUuid } from '#contract/uuid.ts'
import { unknown } from './refuse-query.ts'
import { casts, comparedBy, type SortKey } from './sort-rows.ts'

const Cursor = z.strictObject({ of: z.string(), at: z.array(z.string().max(2000)).max(20) })

/** Writes a cursor. It is valid only for the query that created it. */
export const writeCursor = (of: string, keys: SortKey[], texts: string[]) => {
  const at = texts.map((text, index) => (keys[index]?.kind === 'time' ? inFull(text) : text))
  return Buffer.from(JSON.stringify({ of, at })).toString('base64url')
}

/** Converts PostgreSQL's UTC format, 2026-11-22 01:26:29.027+00, to ISO 8601 with all digits. */
const inFull = (time: string) => `${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20, -3).padEnd(6, '0')}Z`

export function readCursor(written: string, of: string, keys: SortKey[]): string[] {
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(written, 'base64url').toString()))
    if (
      cursor.of === of &&
      cursor.at.length === keys.length &&
      keys.every(({ kind }, index) => isOf(kind, cursor.at[index]!))
    )
      return cursor.at
  } catch {}
  throw unknown('This cursor is not one that this query gave: begin with its first page')
}

const forms: Record<SortKey['kind'], RegExp> = {
  text: /^/,
  number: /^-?\d+(\.\d+)?$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  boolean: /^(true|false)$/,
  uuid: wholeUuid,
}
const isOf = (kind: SortKey['kind'], text: string) =>
  !text.includes('\0') && forms[kind].test(text) && (kind !== 'time' || isMoment(text))

/** Whether PostgreSQL accepts the time. JavaScript also accepts impossible dates and the year 0. */
function isMoment(text: string): boolean {
  const time = new Date(text)
  return (
    !Number.isNaN(time.getTime()) && time.getUTCFullYear() > 0 && time.toISOString().slice(0, 19) === text.slice(0, 19)
  )
}

/** Returns the condition for rows after the cursor, or before it if `isBackwards`. */
export function beyond(keys: SortKey[], at: string[], isBackwards: boolean): RawBuilder<boolean> {
  const [key, ...rest] = keys
  const bound = key!.ranked ? key!.ranked.as(at[0]!) : sql`${at[0]}::${casts[key!.kind]}`
  const sign = key!.isDescending !== isBackwards ? sql`<` : sql`>`
  const by = comparedBy(key!)
  const further = sql`${by} ${sign} ${bound}`
  if (rest.length === 0) return sql<boolean>`${further}`
  return sql<boolean>`(${further} or (${by} = ${bound} and ${beyond(rest, at.slice(1), isBackwards)}))`
}

/** Returns a hash of a query without page parameters, and of the collations, which determine list positions. */
export function hashOfQuery(of: string, parameters: Record<string, unknown>, keys: SortKey[]): string {
  const said = Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const letters = keys.flatMap((key) => key.letters ?? [])
  const text = JSON.stringify([of, said, ...letters])
  return hash('sha256', text, 'base64url').slice(0, 16)
}

export const textsOf = (values: RawBuilder<unknown>[]) =>
  sql<string[]>`array[${sql.join(values.map((value) => sql`(${value})::text`))}]`
