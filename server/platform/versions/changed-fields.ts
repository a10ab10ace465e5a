import { type SqlBool, sql } from 'kysely'
import { isSame } from '#contract/is-same.ts'
import { keysOf } from '#contract/keys-of.ts'

type Current<Wanted> = Partial<Record<keyof NoInfer<Wanted>, unknown>>

export function changedFields<Wanted extends object>(current: Current<Wanted>, wanted: Wanted): Partial<Wanted> {
  const changes: Partial<Wanted> = {}
  for (const name of keysOf(wanted))
    if (wanted[name] !== undefined && !isSame(wanted[name], current[name])) changes[name] = wanted[name]
  return changes
}

export const isNothing = (changes: object) => Object.keys(changes).length === 0

export const isOther = (changes: Record<string, unknown>) => {
  const differing = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`)
  return differing.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(differing, sql` or `)})`
}
