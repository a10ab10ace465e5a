import { sql } from 'kysely'
import { deliveryCaps } from '#contract/content/delivery.ts'
import { isUuid } from '#contract/uuid.ts'
import { compileFilter } from '#server/content/filters/compile-filter.ts'
import { hashOfQuery, readCursor, writeCursor } from '#server/content/filters/page-rows.ts'
import type { Parameters } from '#server/content/filters/read-filter.ts'
import { tooLong, unknown } from '#server/content/filters/refuse-query.ts'
import { keysOf, sortingOf } from '#server/content/filters/sort-rows.ts'
import { idsIn } from '#server/content/projection/fill-references.ts'
import { fillPlaceholders, splitPlaceholders, stepOf } from '#server/content/projection/render-entry.ts'
import { textOrderOf } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { all, type FieldSelection } from './asking/field-selection.ts'
import { findDrive } from './asking/find-drive.ts'
import { type DeliveryQuery, readListQuery, readOneQuery } from './asking/read-query.ts'
import { refuseUnknownFields } from './asking/refuse-fields.ts'
import type { References } from './cache-tags.ts'
import type { DeliveryContext } from './context.ts'
import { collectIncluded, type Included } from './normalize.ts'
import { pickFields } from './pick-fields.ts'
import {
  countPublished,
  findPublished,
  type ListSource,
  listPublished,
  orderOf,
  otherAddress,
  type PageRequest,
  type PublishedRow,
  renderedEntry,
  renderedPage,
} from './queries.ts'
import { renderRows } from './render-rows.ts'

/** `text` is the answer as JSON. `ids` are its entries. `references` has the ids of all that it references. */
export type Answer = { text: string; ids: string[]; references: References }

/** The sort keys of a row, as an array or as JSON. */
type RowPlace = string[] | string
// `text` has the entries as JSON, joined by commas. `references` is null while `text` has placeholders for references.
type DeliveredTexts = { ids: string[]; text: string; references: References | null }
// `nearest` and `farthest` are the positions of the rows nearest to and farthest from the cursor. On a page that was
// read backwards, `nearest` is the last row.
type ContentPage = DeliveredTexts & {
  nearest: RowPlace | null
  farthest: RowPlace | null
  hasMore: boolean
  total: number | null
}

const quick = { isQuick: true }

/** Returns one page of a model's entries in the requested perspective. */
export async function listContent(context: DeliveryContext, parameters: Parameters): Promise<Answer> {
  const query = readListQuery(parameters)
  const plan = planList(context, query, parameters)
  const language = plan.listed.language ?? context.space.languages[0]!
  const isPublished = context.perspective.kind === 'published'
  const included = query.isNormalized ? collectIncluded() : null
  const wanted = wantedOf(query)
  const isPlain = isPublished && wanted === null && !query.isCounted && plan.listed.language !== null
  const found =
    (isPlain ? await findRendered(context, plan) : null) ??
    (await context.inTransaction((tx) =>
      findRows(tx, context, { query, wanted, plan, language, included, isHtml: query.isHtml }),
    ))
  const { pieces, references } = await fill(context, found, { language, included })
  const { next, previous } = cursorsOf(query, found, plan)
  const total = found.total === null ? '' : `,"total":${found.total}`
  const end = `],"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}${total}${besides(included)}}`
  // All pieces are joined at once, because each copy of a long text is more work for the garbage collector.
  return sized({ text: ['{"items":[', ...pieces, end].join(''), ids: found.ids, references })
}

export type ListPlan = { listed: ListSource; page: PageRequest; of: string; isQuick: boolean }

/** Plans the query of a list. If `mayDrive` is false, no index is chosen, and the whole filter applies to the rows. */
export function planList(
  context: DeliveryContext,
  query: DeliveryQuery,
  parameters: Parameters,
  { mayDrive = true } = {},
): ListPlan {
  const { models, model, space } = context
  if (query.fields) refuseUnknownFields({ models, isHtml: query.isHtml }, model, query.fields)
  const language = query.locale === '*' ? null : languageIn(context, query.locale)
  const sorting = sortingOf(models, model, query.sort)
  const idsOfSlug = (slug: string) => space.categories.idsOfSlug.get(slug) ?? []
  const hasKeys = mayDrive && context.perspective.kind === 'published' && language !== null
  const drive = hasKeys
    ? findDrive({ models, model, filter: query.filter, sorting, idsOfSlug, isRanked: space.isRanked(model.id) })
    : null
  const rows = context.rowsOf([model], language)
  const key = drive?.order?.alias
  const isBackwards = query.before !== null
  const keys = keysOf(
    { models, model, alias: 'p', key, ranks: drive?.order?.isByRank ? key : undefined },
    { sorting, letters: textOrderOf(language ?? space.languages[0]!), isInAll: language === null },
  )
  const order = orderOf(keys, isBackwards)
  const filter = drive ? drive.rest : query.filter
  const { workspaceId } = space
  const row = { models, model, workspaceId, source: rows.source, alias: 'p', depth: 0, key }
  const of = hashOfQuery(model.id, ofList(parameters), keys)
  const cursor = query.after ?? query.before
  return {
    of,
    // Conditions outside the index can be slow, so such a query is not batched with others.
    isQuick: drive?.isExact === true,
    listed: {
      rows,
      modelId: model.id,
      language,
      drive,
      fallsBack: context.fallsBack || !model.localized,
      where: () => (filter ? compileFilter(row, filter) : sql<boolean>`true`),
    },
    page: {
      at: cursor === null ? null : readCursor(cursor, of, keys),
      order,
      offset: query.page === null ? 0 : (query.page - 1) * query.limit,
      limit: query.limit + 1,
      step: stepIn(context),
    },
  }
}

const ofPage = ['after', 'before', 'page', 'count', 'limit', 'fields', 'shape', 'domain']
const ofList = (parameters: Parameters) =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !ofPage.includes(name)))

/** Reads rendered texts with one statement. Returns null if a text is outdated. */
async function findRendered(
  context: DeliveryContext,
  { listed, page, isQuick }: ListPlan,
): Promise<ContentPage | null> {
  const [row] = await context.ask(renderedPage(context.space.workspaceId, listed, page), { isQuick })
  const [count, ids, text, nearest, farthest] = row!
  if (ids === null)
    return { ids: [], text: '', nearest: null, farthest: null, hasMore: false, references: null, total: null }
  if (text === null) return null
  const hasMore = Number(count) === page.limit
  return {
    ids: ids!.split(' '),
    text: text!,
    nearest: nearest!,
    farthest: farthest!,
    hasMore,
    references: null,
    total: null,
  }
}

type FillOptions = { language: string; included: Included | null }
type ListOptions = RenderOptions & { query: Pick<DeliveryQuery, 'isCounted' | 'limit'>; plan: ListPlan }

async function findRows(
  tx: WorkspaceTx,
  context: DeliveryContext,
  { query, plan, ...showing }: ListOptions,
): Promise<ContentPage> {
  const rows = await listPublished(tx, plan.listed, { ...plan.page, wantsValues: showing.wanted !== null })
  // The query reads one row more than the page has, to see whether there is a next page.
  const shown = rows.slice(0, query.limit)
  const [nearest = null, farthest = null] = [shown[0]?.at, shown.at(-1)?.at]
  if (plan.page.order.isBackwards) shown.reverse()
  return {
    ...(await textsOf(tx, context, shown, showing)),
    nearest,
    farthest,
    hasMore: rows.length > query.limit,
    total: query.isCounted ? await countPublished(tx, plan.listed) : null,
  }
}

type RenderOptions = FillOptions & { wanted: FieldSelection | null; isHtml: boolean }

// Returns the selected fields. Null if the request selects none: the answer is then the stored JSON of the entry. That
// JSON contains no HTML, so a request for HTML selects all fields by default.
const wantedOf = ({ fields, isHtml }: Pick<DeliveryQuery, 'fields' | 'isHtml'>) => fields ?? (isHtml ? all : null)

async function textsOf(
  tx: WorkspaceTx,
  context: DeliveryContext,
  rows: PublishedRow[],
  showing: RenderOptions,
): Promise<DeliveredTexts> {
  const { wanted, language, included, isHtml } = showing
  const { models, model, space } = context
  const first = space.languages[0]!
  const ids = rows.map(({ entryId }) => entryId)
  if (!wanted) return { ids, text: renderRows(models, model, rows, first).join(','), references: null }
  const findAssets = context.assetsIn(tx, language)
  const referencedRows = context.rowsOf(models.there, language)
  const { picked, references } = await pickFields(tx, rows, {
    models,
    first,
    wanted,
    language,
    referencedRows,
    findAssets,
    included,
    isHtml,
    words: context.documentWords(language),
  })
  return { ids, text: picked.map((entry) => JSON.stringify(entry)).join(','), references }
}

/** Finds one entry by its id, its slug, a former slug, or a slug in another language. */
export async function showPublished(
  context: DeliveryContext,
  idOrSlug: string,
  parameters: Parameters,
): Promise<Answer | undefined> {
  const query = readOneQuery(parameters)
  const { fields, locale, isNormalized, isHtml } = query
  if (fields) refuseUnknownFields({ models: context.models, isHtml }, context.model, fields)
  const language = languageIn(context, locale)
  const showing = { wanted: wantedOf(query), isHtml, language, included: isNormalized ? collectIncluded() : null }
  const answer = await showOne(context, idOrSlug, showing)
  if (answer || isUuid(idOrSlug)) return answer
  const { workspaceId, languages } = context.space
  const address = { modelId: context.model.id, language, languages, slug: idOrSlug }
  const [other] = await context.ask(otherAddress(workspaceId, address), quick)
  return other && showOne(context, other[0]!, showing)
}

async function showOne(
  context: DeliveryContext,
  idOrSlug: string,
  showing: RenderOptions,
): Promise<Answer | undefined> {
  const { wanted, language, included } = showing
  const one = { modelId: context.model.id, language, step: stepIn(context) }
  const isPlain = wanted === null && context.perspective.kind === 'published' && context.fallsBack
  const [row] = isPlain ? await context.ask(renderedEntry(context.space.workspaceId, idOrSlug, one), quick) : []
  if (isPlain && !row) return undefined
  const found = row?.[1]
    ? { ids: [row[0]!], text: row[1], references: null }
    : await context.inTransaction(async (tx) => {
        const rows = context.rowsOf([context.model], language)
        const read = await findPublished(tx, idOrSlug, { ...one, rows, wantsValues: wanted !== null })
        return read && textsOf(tx, context, [read], showing)
      })
  if (!found) return undefined
  const { pieces, references } = await fill(context, found, showing)
  const text = pieces.join('')
  return sized({ text: included ? `${text.slice(0, -1)}${besides(included)}}` : text, ids: found.ids, references })
}

async function fill(
  context: DeliveryContext,
  { text, references }: Omit<DeliveredTexts, 'ids'>,
  { language, included }: FillOptions,
) {
  if (references) return { pieces: [text], references }
  const parts = splitPlaceholders(text)
  const ids = idsIn(parts)
  const jsonOf = await context.findReferences(ids, language)
  const referenceOf: typeof jsonOf = (kind, id) => {
    const json = jsonOf(kind, id)
    return json && included ? included.takeJson(kind, json) : json
  }
  return { pieces: fillPlaceholders(parts, referenceOf), references: ids }
}

/** `_included` cannot collide with a field key, because field keys never begin with an underscore. */
const besides = (included: Included | null) => (included ? `,"_included":${included.toJson()}` : '')

// Returns the number of the last model change that affects rendered texts. Older rendered texts are outdated. Callers
// who cannot read all fields never get a rendered text.
const stepIn = ({ models, model, mayUseRendered }: DeliveryContext) =>
  mayUseRendered ? stepOf(models, model) : Number.MAX_SAFE_INTEGER

function languageIn({ space: { languages } }: DeliveryContext, wanted: string | null): string {
  if (wanted === null) return languages[0]!
  if (!languages.includes(wanted)) throw unknown(`There is no locale ${wanted}. There are: ${languages.join(', ')}`)
  return wanted
}

function sized(answer: Answer): Answer {
  if (answer.text.length > deliveryCaps.bytes) throw tooLong()
  return answer
}

type PageEnds = Pick<ContentPage, 'ids' | 'nearest' | 'farthest' | 'hasMore'>

function cursorsOf(
  { after, before, page }: DeliveryQuery,
  found: PageEnds,
  { page: { order }, of }: Pick<ListPlan, 'page' | 'of'>,
) {
  const { ids, nearest, farthest, hasMore } = found
  const isBackwards = before !== null
  const [first, last] = isBackwards ? [farthest, nearest] : [nearest, farthest]
  const hasNext = isBackwards ? ids.length > 0 : hasMore
  const hasPrevious = isBackwards ? hasMore : after !== null || (page ?? 1) > 1
  return {
    next: hasNext && last ? writeCursor(of, order.keys, keysIn(last)) : null,
    previous: hasPrevious && first ? writeCursor(of, order.keys, keysIn(first)) : null,
  }
}

const keysIn = (at: RowPlace): string[] => (typeof at === 'string' ? JSON.parse(at) : at)
