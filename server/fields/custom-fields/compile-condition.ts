import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '#contract/search/query.ts'
import type { QueryValue } from '#contract/search/query-keys.ts'
import { allOf, compareNumber, compareTime, eitherOf, type QueryMoment } from '#server/search/words/compile-query.ts'
import { fold } from '#server/search/words/fold.ts'
import { splitAsked } from '#server/search/words/split-folded.ts'
import type { CustomField } from './custom-field.ts'
import { mostLetters } from './index-values.ts'

type ValueOwner = {
  workspaceId: string
  /** Returns SQL that is true if `matches` is true for something that has the values, whose id is `subject`. */
  some: (matches: (subject: RawBuilder<unknown>) => RawBuilder<boolean>) => RawBuilder<boolean>
}

/** Compiles a condition on a custom field, such as `field.KEY`, to SQL. */
export function compileFieldCondition(
  field: CustomField,
  condition: Condition,
  { owner, moment }: { owner: ValueOwner; moment: QueryMoment },
): RawBuilder<boolean> {
  return eitherOf(
    condition.values.map((value) => {
      const { workspaceId } = owner
      if (isEmptiness(value)) {
        const any = owner.some((subject) => hasValue(field, { workspaceId, subject }))
        return value.text === 'any' ? any : sql<boolean>`not ${any}`
      }
      const each = compare(field, condition, value, moment)
      if (each.length === 0) return sql<boolean>`false`
      return owner.some((subject) => allOf(each.map((one) => hasValue(field, { workspaceId, subject }, one))))
    }),
  )
}

/** A selection by an index. */
export type Selection = {
  /** Selects ids. */
  ids: RawBuilder<unknown>
  /** True if all that is selected matches the condition. Otherwise it can match. */
  isExact: boolean
}

/** Returns SQL that is true if at most `most` are selected. */
export const isAtMost = ({ ids }: Pick<Selection, 'ids'>, most: number) =>
  sql<boolean>`(select count(*) from (${ids} limit ${sql.lit(most + 1)}) few) <= ${sql.lit(most)}`

/** Selects what can match a condition. Returns null if no index finds it. */
export function selectMatching(
  field: CustomField,
  condition: Condition,
  { workspaceId, moment }: { workspaceId: string; moment: QueryMoment },
): Selection | null {
  if (condition.values.some(isEmptiness)) return null
  const each = condition.values.map((value) => compare(field, condition, value, moment))
  const ids = sql`select v.subject_id as id from custom_field_values v
    where v.workspace_id = ${workspaceId} and v.field_id = ${field.id} and ${eitherOf(each.flatMap((all) => all.slice(0, 1)))}`
  return { ids, isExact: each.every((all) => all.length === 1) }
}

const isEmptiness = ({ text, isQuoted }: QueryValue) => !isQuoted && (text === 'none' || text === 'any')

/** Returns the conditions on rows of values, of which each must have a row. A text has one for each word. */
function compare(
  { kind }: CustomField,
  condition: Condition,
  value: QueryValue,
  moment: QueryMoment,
): RawBuilder<boolean>[] {
  if (kind === 'select' || kind === 'boolean') return [sql`v.text = ${value.text}`]
  if (kind === 'integer' || kind === 'decimal') return [compareNumber(sql`v.number`, condition, value)]
  // A date is stored as its midnight in UTC.
  if (kind === 'date') return [compareTime(sql`v.moment`, condition, value, { ...moment, timeZone: 'UTC' }, false)]
  if (kind === 'datetime') return [compareTime(sql`v.moment`, condition, value, moment, false)]
  if (condition.operator === '=')
    return [sql`(v.place = 0 and v.text = ${fold(value.text.trim()).slice(0, mostLetters)})`]
  return splitAsked(value.text).map((spelled) => eitherOf(spelled.map(beginsWith)))
}

const lastLetter = '\u{10ffff}'

/** A range of texts, which an index serves behind row-level security. `like` is not leakproof. */
const beginsWith = (word: string) => sql<boolean>`(v.place > 0 and v.text >= ${word} and v.text < ${word + lastLetter})`

// With `limit` PostgreSQL looks for the row of each ticket in the order of the list, until the page is full. Otherwise
// it could read and sort all tickets that match.
const hasValue = (
  { id }: CustomField,
  { workspaceId, subject }: { workspaceId: string; subject: RawBuilder<unknown> },
  condition = sql<boolean>`true`,
) =>
  sql<boolean>`exists (select from custom_field_values v
    where v.workspace_id = ${workspaceId} and v.subject_id = ${subject} and v.field_id = ${id}
      and ${condition} offset 0 limit 1)`
