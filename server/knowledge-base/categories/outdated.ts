import { sql } from 'kysely'

/** Compares a text `t` with the first-language text `s`: the source was published again after the translation. */
export const isOutdated = sql`(
  t.status <> 'archived' and t.language <> s.language and s.published_at is not null
  and (t.published_at is null or t.published_at < s.published_at))`
