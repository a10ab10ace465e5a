import { sql } from 'kysely'
import type { Explanation } from '#contract/content/delivery.ts'
import { readListQuery } from '#server/content/delivery/asking/read-query.ts'
import { planList } from '#server/content/delivery/list-content.ts'
import type { DeliveryContext } from '#server/content/delivery/place.ts'
import { listedStatement } from '#server/content/delivery/queries.ts'
import type { Parameters } from '#server/content/filters/read-filter.ts'
import { chainOf } from '#server/content/projection/fallbacks.ts'
import { textOf } from '#server/platform/fast-reads/statement.ts'
import { condensePlan, type ExplainOutput } from './condense-plan.ts'

type ListExplanation = Omit<Explanation, 'entry' | 'tags'>

/** Explains how a list is found: the statement with its values, the plan, and fallback languages. */
export async function explainList(place: DeliveryContext, parameters: Parameters): Promise<ListExplanation> {
  const query = readListQuery(parameters)
  const { listed, page } = planList(place, query, parameters)
  const statement = listedStatement(place.space.workspaceId, listed, page)
  const { text, values } = textOf(statement)
  const { rows } = await place.inTransaction((tx) =>
    sql<{ 'QUERY PLAN': ExplainOutput }>`explain (analyze, costs off, format json) ${statement}`.execute(tx),
  )
  const [explained] = Object.values(rows[0]!)[0] as ExplainOutput
  return {
    statement: text.replace(/\s+/g, ' ').trim(),
    values: values.map((value) => (Array.isArray(value) ? value.map(String) : String(value))),
    plan: condensePlan(explained.Plan),
    planningMilliseconds: explained['Planning Time'],
    milliseconds: explained['Execution Time'],
    locales: listed.language === null ? place.space.languages : chainOf(place.space, place.model, listed.language),
  }
}
