import { type SqlBool, sql } from 'kysely'
import { isSame } from '#contract/is-same.ts'

export const changedFields = <Wanted extends object>(current: object, wanted: Wanted): Partial<Wanted> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isSame(value, (current as Record<string, unknown>)[name]),
    ),
  ) as Partial<Wanted>

export const isNothing = (changes: object) => Object.keys(changes).length === 0

export const isOther = (changes: Record<string, unknown>) => {
  const differing = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`)
  return differing.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(differing, sql` or `)})`
}
