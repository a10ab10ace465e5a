import { type SqlBool, sql } from 'kysely'

/** Whether a row has another value than one of these. */
export const isOther = (changes: Record<string, unknown>) => {
  const differing = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`)
  return differing.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(differing, sql` or `)})`
}
