import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Condition, QueryNode, Words } from '#contract/search/query.ts'
import { isEmptyValue, type QueryKeys, type QueryValue } from '#contract/search/query-keys.ts'
import { localRange, readTimeValue } from '#contract/search/query-times.ts'
import { cacheDefinition } from '#server/platform/database/definitions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type QueryMoment = { now: Date; timeZone: string; today: string }

export type QueryCompiler = {
  condition(condition: Condition): RawBuilder<boolean>
  /** `words` must all match. The last one is a prefix if `isTyped`, because the user may still be typing it. */
  words(words: Words[], options: { isTyped: boolean }): RawBuilder<boolean>
}

/** Compiles a query to one SQL condition. All values are bound. */
export function compileQuery(node: QueryNode, compiler: QueryCompiler, isLast = true): RawBuilder<boolean> {
  if (node.kind === 'words') return compiler.words([node], { isTyped: isLast && !node.isPhrase })
  if (node.kind === 'condition') return compiler.condition(node)
  // `is not true` instead of `not`, so that an empty column does not match and its negation does.
  if (node.kind === 'not') return sql<boolean>`(${compileQuery(node.part, compiler, false)}) is not true`
  if (node.kind === 'or') return eitherOf(node.parts.map((part) => compileQuery(part, compiler, false)))
  const words = node.parts.filter((part) => part.kind === 'words')
  const others = node.parts.filter((part) => part.kind !== 'words')
  return allOf([
    ...others.map((part) => compileQuery(part, compiler, false)),
    ...(words.length > 0 ? [compiler.words(words, { isTyped: isLast && words.at(-1) === node.parts.at(-1) })] : []),
  ])
}

export const eitherOf = (parts: RawBuilder<boolean>[]) =>
  parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
export const allOf = (parts: RawBuilder<boolean>[]) =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`

const operators = { ':': sql`=`, '=': sql`=`, '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` }

/** Compares with each value, and with `none` and `any`. */
export const anyValue = (
  keys: QueryKeys,
  { key, values }: Condition,
  column: RawBuilder<unknown>,
  compare: (value: QueryValue) => RawBuilder<boolean>,
) =>
  eitherOf(
    values.map((value) => {
      if (!isEmptyValue(keys[key]!, value)) return compare(value)
      return value.text === 'none' ? sql<boolean>`${column} is null` : sql<boolean>`${column} is not null`
    }),
  )

export const compareNumber = (column: RawBuilder<unknown>, { operator }: Condition, { text }: QueryValue) =>
  sql<boolean>`${column} ${operators[operator]} ${Number(text)}`

/** Compares with the place of the value among the choices, which are in ascending order. */
export function compareChoice(
  column: RawBuilder<unknown>,
  choices: readonly { value: string }[],
  { operator }: Condition,
  { text }: QueryValue,
) {
  const place = choices.findIndex(({ value }) => value === text)
  const fits = { ':': 0, '=': 0, '<': -1, '<=': -1, '>': 1, '>=': 1 }[operator]
  const isEqual = operator.endsWith('=') || operator === ':'
  const wanted = choices.filter((_, at) => (at === place ? isEqual : fits !== 0 && Math.sign(at - place) === fits))
  return sql<boolean>`${column} = any(${wanted.map(({ value }) => value)}::text[])`
}

const msOf = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 }

/**
 * Compares with a time. A span compares the distance from now: `created<3d` means less than three days ago, and with
 * `isFuture` `due<4h` means in less than four hours or in the past.
 */
export function compareTime(
  column: RawBuilder<unknown>,
  { operator }: Condition,
  { text }: QueryValue,
  { now, timeZone, today }: QueryMoment,
  isFuture: boolean,
): RawBuilder<boolean> {
  const time = readTimeValue(text)!
  if (time.kind === 'span') {
    const ms = time.count * msOf[time.unit]
    const edge = new Date(now.getTime() + (isFuture ? ms : -ms)).toISOString()
    const isLess = operator.startsWith('<') === isFuture
    return sql<boolean>`${column} ${operators[`${isLess ? '<' : '>'}${operator.endsWith('=') ? '=' : ''}`]} ${edge}::timestamptz`
  }
  const { from, to } = localRange(time, today)
  const at = (local: string) => sql`(${local}::timestamp at time zone ${timeZone}::text)`
  if (operator === '<') return sql<boolean>`${column} < ${at(from)}`
  if (operator === '<=') return sql<boolean>`${column} < ${at(to)}`
  if (operator === '>') return sql<boolean>`${column} >= ${at(to)}`
  if (operator === '>=') return sql<boolean>`${column} >= ${at(from)}`
  return sql<boolean>`(${column} >= ${at(from)} and ${column} < ${at(to)})`
}

/** Returns the current time of a workspace. Times and dates of a query are read in its time zone. */
export async function findQueryMoment(tx: WorkspaceTx, now = new Date()): Promise<QueryMoment> {
  const timeZone = await findTimeZone(tx)
  return { now, timeZone, today: dayIn(timeZone).format(now) }
}

const findTimeZone = cacheDefinition(async (tx) => {
  const query = tx.selectFrom('workspaces').select('timeZone').where('id', '=', tx.workspaceId)
  return (await query.executeTakeFirstOrThrow()).timeZone
})

const days = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

/** Returns a format of dates such as 2026-11-27. Formats are cached, because creating one is slow. */
function dayIn(timeZone: string): Intl.DateTimeFormat {
  const known = days.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  days.set(timeZone, format)
  return format
}
