import { sql } from 'kysely'

/** Of a text as `t` and that of the first language as `s`: readers have a newer source than it was made of. */
export const isOutdated = sql`(
  t.status <> 'archived' and t.language <> s.language and s.published_at is not null
  and (t.published_at is null or t.published_at < s.published_at))`
