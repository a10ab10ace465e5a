import { sql } from 'kysely'
import type { Explanation } from '#contract/content/delivery.ts'
import { isUuid } from '#contract/uuid.ts'
import { type DeliveryQuery, readListQuery } from '#server/content/delivery/asking/read-query.ts'
import type { DeliveryContext } from '#server/content/delivery/context.ts'
import { type ListPlan, planList, showPublished } from '#server/content/delivery/list-content.ts'
import { rowIn, rowsBefore } from '#server/content/delivery/queries.ts'
import { readEntry } from '#server/content/entries/show-entry.ts'
import { compileFilter } from '#server/content/filters/compile-filter.ts'
import { beyond } from '#server/content/filters/page-rows.ts'
import { conjunctsOf, type Filter, type Parameters } from '#server/content/filters/read-filter.ts'
import { nullIfRefused } from '#server/content/filters/refuse-query.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Reason = NonNullable<Explanation['entry']>['reasons'][number]
/** `models` are the readable models of the reader. Null means all models. */
export type Reader = { name: string; models: string[] | null; isVisitor: boolean }
type ExplainQuery = { id: string; parameters: Parameters; reader: Reader }
type WhyNotCall = { tx: WorkspaceTx; context: DeliveryContext }

/** Returns the reasons why a list lacks an entry, or else the position of the entry in the list. */
export async function findReasons(
  { tx, context }: WhyNotCall,
  { id, parameters, reader }: ExplainQuery,
): Promise<Reason[]> {
  const opened = isUuid(id) ? await readEntry(tx, id).catch(nullIfRefused) : null
  if (!opened) return [{ code: 'not-there', text: 'There is no such entry in this workspace.' }]
  const { model, entry, texts } = opened
  if (model.id !== context.model.id)
    return [{ code: 'other-model', text: `It is in ${model.pluralKey}, and this list has ${context.model.pluralKey}.` }]
  if (entry.trashedAt) return [{ code: 'in-trash', text: 'It is in the trash.' }]
  const query = readListQuery(parameters)
  const plan = planList(context, query, parameters, { mayDrive: false })
  const refused = refusedTo(reader, model)
  const row = await rowIn(tx, plan.listed, { id, at: plan.page.order.texts })
  if (!row) return [...refused, ...texts.flatMap((text) => unpublishedBecause(text, plan.listed.language))].slice(0, 20)
  const filtered = await filteredBy({ tx, context }, { id, query, plan })
  if (refused.length + filtered.length > 0) return [...refused, ...filtered]
  return [await standing(tx, plan, { at: row.at, source: row.source, limit: query.limit })]
}

function refusedTo(
  { name, models, isVisitor }: Reader,
  { id, isPublic, name: model }: { id: string; isPublic: boolean; name: string },
): Reason[] {
  if (isVisitor && !isPublic) return [{ code: 'not-public', text: `${model} is not public. It is read with a key.` }]
  if (models && !models.includes(id))
    return [{ code: 'not-of-key', text: `${name} is limited to other models than ${model}.` }]
  return []
}

type TextState = { language: string; status: string; publishAt: string | Date | null }

function unpublishedBecause({ language, status, publishAt }: TextState, wanted: string | null): Reason[] {
  const own = language === wanted ? 'It' : `Its ${language}`
  if (publishAt)
    return [{ code: 'planned', text: `${own} is published at ${new Date(publishAt).toISOString()}.`, language }]
  if (status === 'archived') return [{ code: 'archived', text: `${own} is archived in ${language}.`, language }]
  return [{ code: 'not-published', text: `${own} is not published in ${language}.`, language }]
}

type FilterCheck = { id: string; query: DeliveryQuery; plan: ListPlan }

async function filteredBy({ tx, context }: WhyNotCall, { id, query, plan }: FilterCheck): Promise<Reason[]> {
  if (!query.filter) return []
  const { models, model, space } = context
  const { source } = context.rowsOf([model], plan.listed.language)
  const row = { models, model, workspaceId: space.workspaceId, source, alias: 'p', depth: 0 }
  const reasons: Reason[] = []
  for (const one of conjunctsOf(query.filter)) {
    const holds = sql<boolean>`coalesce(${compileFilter(row, one)}, false)`
    const found = await rowIn(tx, plan.listed, { id, at: holds })
    if (found && !found.at) reasons.push(await notHeld(context, { id, filter: one, locale: query.locale }))
  }
  return reasons
}

async function notHeld(
  context: DeliveryContext,
  { id, filter, locale }: { id: string; filter: Filter; locale: string | null },
): Promise<Reason> {
  if (!('operator' in filter))
    return { code: 'filtered', text: 'A part of the filter with `or` or `not` does not match.' }
  const path = filter.path.join('.')
  const has = await valueAt(context, { id, path: filter.path, locale })
  return {
    code: 'filtered',
    text: `${path} ${filter.operator} ${filter.value} does not match. Its value is ${has ?? 'unknown'}.`,
    path,
    operator: filter.operator,
    value: filter.value,
    has,
  }
}

const mostOfValue = 200

/** Returns the delivered value as JSON, cut to 200 characters. Returns null if the entry cannot be read. */
async function valueAt(
  context: DeliveryContext,
  { id, path, locale }: { id: string; path: string[]; locale: string | null },
): Promise<string | null> {
  const inLocale: Parameters = locale && locale !== '*' ? { locale } : {}
  const answer = await showPublished(context, id, { ...inLocale, fields: path.join('.') }).catch(nullIfRefused)
  if (!answer) return null
  let value: unknown = JSON.parse(answer.text)
  for (const key of path) value = (value as Record<string, unknown> | null)?.[key]
  return JSON.stringify(value ?? null).slice(0, mostOfValue)
}

async function standing(
  tx: WorkspaceTx,
  { listed, page }: ListPlan,
  { at, source, limit }: { at: string[]; source: string; limit: number },
): Promise<Reason> {
  const position = 1 + (await rowsBefore(tx, listed, beyond(page.order.keys, at, true)))
  const standsIn = listed.language !== null && source !== listed.language ? ` It is shown in ${source}.` : ''
  if (position <= limit) return { code: 'appears', text: `It is number ${position} of this list.${standsIn}`, position }
  return {
    code: 'on-a-later-page',
    position,
    text: `It is number ${position} of this list, and a page has ${limit}. Follow next.${standsIn}`,
  }
}
