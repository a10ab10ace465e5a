import { type RawBuilder, sql } from 'kysely'
import type { Field } from '#contract/fields/fields.ts'
import type { Models } from '#server/content/models/find-models.ts'

type Condition = RawBuilder<boolean>

export type RowSource = {
  /** Returns the condition that a field has one of these keys, such as category ids or options. Null means any key. */
  hasKey(alias: string, field: Field, keys: RawBuilder<unknown> | null): Condition
  /**
   * Returns the condition that a reference points to an entry for which `fits` holds. The row of this entry has the
   * alias `t` with the next depth, such as `t2`.
   */
  pointsTo(row: { alias: string; depth: number }, field: Field, fits: Condition): Condition
}

export function publishedRows(workspaceId: string): RowSource {
  const keyOf = (key: RawBuilder<unknown>, alias: string, { slot }: Field) => sql`${key}.workspace_id = ${workspaceId}
    and ${key}.entry_id = ${sql.ref(`${alias}.entry_id`)} and ${key}.language = ${sql.ref(`${alias}.language`)}
    and ${key}.slot = ${slot}`
  return {
    hasKey: (alias, field, keys) =>
      sql<boolean>`exists (select from content_keys k
        where ${keyOf(sql`k`, alias, field)} ${keys ? sql`and k.key in (${keys})` : sql``})`,
    // The target entries are found once and not for each row, because joins over several references can be extremely
    // slow.
    pointsTo(row, field, fits) {
      const [key, target, own] = [sql.ref(`k${row.depth + 1}`), sql.ref(`t${row.depth + 1}`), sql.ref(row.alias)]
      return sql<boolean>`(${own}.entry_id, ${own}.language) in (
        with led as materialized (
          select ${key}.entry_id, ${key}.language from content_keys ${key}
          where ${key}.workspace_id = ${workspaceId} and ${key}.slot = ${field.slot} and (${key}.key, ${key}.language) in (
            with wanted as materialized (
              select ${target}.entry_id::text as key, ${target}.language from content_published ${target}
              where ${target}.workspace_id = ${workspaceId} and ${fits})
            select wanted.key, wanted.language from wanted))
        select led.entry_id, led.language from led)`
    },
  }
}

/**
 * Returns the source of entries as they were published at a past moment. Categories, options and references are read
 * from the values, because the key index has only current content.
 */
export function pastRows(workspaceId: string, from: RawBuilder<unknown>): RowSource {
  return {
    hasKey: draftRows(workspaceId, '').hasKey,
    pointsTo(row, { slot }, fits) {
      const target = sql.ref(`t${row.depth + 1}`)
      return holdsOne(sql`${sql.ref(`${row.alias}.cells`)} -> ${slot}::text`, { target, from, fits })
    },
  }
}

type ReferenceTarget = { target: RawBuilder<unknown>; from: RawBuilder<unknown>; fits: Condition }

// Returns the condition that a value contains the id of a matching entry. The matching ids are collected once per
// statement as keys of a JSON object, because lookups there are fast.
const holdsOne = (value: RawBuilder<unknown>, { target, from, fits }: ReferenceTarget) =>
  sql<boolean>`exists (select from jsonb_path_query(${value}, 'lax $[*]') held(key)
    where (with wanted as materialized (select ${target}.entry_id from ${from} ${target} where ${fits})
      select coalesce(jsonb_object_agg(wanted.entry_id, true), '{}') from wanted) ? (held.key #>> '{}'))`

/** Columns of drafts. If an entry has no text in this language, its text in another language is used. */
export const draftColumns = (
  language: string,
) => sql`e.id as entry_id, e.model_id, ${language}::text as language, t.slug,
  t.published_at, t.first_published_at, e.updated_at, e.shared || t.values as cells`

export const draftText = (workspaceId: string, language: string) => sql`lateral (
  select * from content_texts t where t.workspace_id = ${workspaceId} and t.entry_id = e.id
  order by t.language = ${language} desc, t.language limit 1) t`

export function draftRows(workspaceId: string, language: string): RowSource {
  const heldIn = (alias: string, { slot }: Field) => sql`${sql.ref(`${alias}.cells`)} -> ${slot}::text`
  // Adds the categories that were merged into the wanted categories, because drafts can still contain the old ids.
  const meant = (keys: RawBuilder<unknown>) => sql`with recursive meant(key) as (
    select wanted.key::text from (${keys}) wanted(key)
    union select c.id::text from content_categories c join meant on c.merged_into::text = meant.key
    where c.workspace_id = ${workspaceId})
    select coalesce(array_agg(key), '{}') from meant`
  const isThere = (value: RawBuilder<unknown>) => sql<boolean>`coalesce(${value}, 'null') not in ('null', '""', '[]')`
  return {
    hasKey(alias, field, keys) {
      const value = heldIn(alias, field)
      if (!keys) return isThere(value)
      const wanted = field.kind === 'category' ? sql`(${meant(keys)})` : sql`array(${keys})`
      return sql<boolean>`coalesce(${value} ?| ${wanted}, false)`
    },
    pointsTo(row, field, fits) {
      const target = sql.ref(`t${row.depth + 1}`)
      const from = sql`(select ${draftColumns(language)} from content_entries e
        join ${draftText(workspaceId, language)} on true where e.workspace_id = ${workspaceId} and e.trashed_at is null)`
      return holdsOne(heldIn(row.alias, field), { target, from, fits })
    },
  }
}

export type HiddenFields = Pick<Models, 'hiddenSlots' | 'hiddenFields'>

/**
 * Returns the condition that the caller can see the recorded use `u`: the slot of `u` is not hidden, or at least one
 * path in `u.ways` has no hidden field.
 */
export const isKnownUse = ({
  hiddenSlots,
  hiddenFields,
}: HiddenFields) => sql<boolean>`(u.slot <> all(${[...hiddenSlots]}::text[])
  or exists (select from jsonb_array_elements(u.ways) way where not way ?| ${[...hiddenFields]}::text[]))`
