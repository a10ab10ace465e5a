import { sql } from 'kysely'
import type { listContent as contract, Explanation } from '#contract/content/delivery.ts'
import type { Delivery } from '#server/content/delivery/answer.ts'
import { readListQuery } from '#server/content/delivery/asking/read-query.ts'
import { cacheTags } from '#server/content/delivery/cache-tags.ts'
import type { DeliveryContext } from '#server/content/delivery/context.ts'
import { listContent, planList } from '#server/content/delivery/list-content.ts'
import { listedStatement } from '#server/content/delivery/queries.ts'
import type { Parameters } from '#server/content/filters/read-filter.ts'
import { unknown } from '#server/content/filters/refuse-query.ts'
import { chainOf } from '#server/content/projection/fallbacks.ts'
import { textOf } from '#server/platform/fast-reads/statement.ts'
import { tellLimit } from '#server/platform/http/admission.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/http/limits.ts'
import type { CallWithoutTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findModelsOfKey } from '#server/workspace/api-keys/find-models-of-key.ts'
import { findReasons, type Reader } from './why-not.ts'

type ExplainCall = CallWithoutTransaction<typeof contract>

export async function explain(delivery: Delivery, call: ExplainCall) {
  const { caller, params, query, reply, platform, inTransaction } = call
  if (caller.kind !== 'member')
    throw new Refusal('not-allowed', { detail: 'explain takes a management key, or somebody of the team' })
  tellLimit(reply, platform.limiter.count(limits.explained, caller.id))
  const { explain: said, entry, as, ...parameters } = query
  if (said !== '1' || Array.isArray(entry) || Array.isArray(as)) throw unknown('Write explain=1, and entry and as once')
  const context = await delivery.open(caller, params.model, parameters)
  const answer = await listContent(context, parameters)
  const told: Explanation = {
    ...(await explainList(context, parameters)),
    tags: cacheTags(context.model.id, answer.ids, answer.references).split(','),
  }
  if (entry !== undefined) {
    const reader = await readerOf(call, caller, as)
    const reasons = await inTransaction((tx) => findReasons({ tx, context }, { id: entry, parameters, reader }), {
      isReading: true,
    })
    told.entry = { id: entry, reasons }
  }
  reply.header('Cache-Control', 'private, no-store')
  return { ...JSON.parse(answer.text), _explanation: told }
}

// Returns the reader whose view is explained: the visitor or API key that `as` names, or the caller. Only admins can
// name a key.
async function readerOf({ inTransaction }: ExplainCall, { isAdmin }: Member, as: string | undefined): Promise<Reader> {
  if (as === undefined) return { name: 'The caller', models: null, isVisitor: false }
  if (as === 'visitor') return { name: 'A visitor', models: null, isVisitor: true }
  const key = isAdmin ? await inTransaction((tx) => findModelsOfKey(tx, as), { isReading: true }) : null
  if (!key) throw unknown('as is visitor, or the id of a key that opens something; keys are known to admins alone')
  return { ...key, isVisitor: false }
}

type ListExplanation = Omit<Explanation, 'entry' | 'tags'>

async function explainList(context: DeliveryContext, parameters: Parameters): Promise<ListExplanation> {
  const query = readListQuery(parameters)
  const { listed, page } = planList(context, query, parameters)
  const statement = listedStatement(context.space.workspaceId, listed, page)
  const { text, values } = textOf(statement)
  const { rows } = await context.inTransaction((tx) =>
    sql<{ 'QUERY PLAN': ExplainOutput }>`explain (analyze, costs off, format json) ${statement}`.execute(tx),
  )
  const [explained] = Object.values(rows[0]!)[0] as ExplainOutput
  return {
    statement: text.replace(/\s+/g, ' ').trim(),
    values: values.map((value) => (Array.isArray(value) ? value.map(String) : String(value))),
    plan: condensePlan(explained.Plan),
    planningMilliseconds: explained['Planning Time'],
    milliseconds: explained['Execution Time'],
    locales:
      listed.language === null ? context.space.languages : chainOf(context.space, context.model, listed.language),
  }
}

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Actual Total Time': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}
type ExplainOutput = [{ Plan: PlanNode; 'Planning Time': number; 'Execution Time': number }]

// Converts a query plan from a tree to a list of steps with their depth. The step that PostgreSQL runs last comes
// first.
const condensePlan = (node: PlanNode, depth = 0): Explanation['plan'] => [
  {
    depth,
    node: node['Node Type'],
    relation: node['Relation Name'] ?? null,
    index: node['Index Name'] ?? null,
    rows: Math.round(node['Actual Rows'] * node['Actual Loops']),
    removed: node['Rows Removed by Filter'] ?? 0,
    milliseconds: node['Actual Total Time'] * node['Actual Loops'],
  },
  ...(node.Plans ?? []).flatMap((below) => condensePlan(below, depth + 1)),
]
