import { sql } from 'kysely'
import { deliveryCaps } from '#contract/content-delivery.ts'
import { compileFilter } from '#server/content-filters/compile-filter.ts'
import type { Parameters } from '#server/content-filters/read-filter.ts'
import { tooMuch, unknown } from '#server/content-filters/refuse-query.ts'
import { publishedRows } from '#server/content-filters/row-source.ts'
import { keysOf, orderBy } from '#server/content-filters/sort-rows.ts'
import type { Model, Models } from '#server/content-models/find-models.ts'
import { stepOf } from '#server/content-projection/render-entry.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { beyond, hashOfQuery, keyTexts, readCursor, writeCursor } from './order-rows.ts'
import { countPublished, findPublished, listPublished, type PublishedRow } from './queries.ts'
import { type DeliveryQuery, readListQuery, readOneQuery, type Wanted } from './read-query.ts'
import { renderRows } from './render-rows.ts'

/** What a reading needs to know of the workspace; the model has the fields alone that the asker may read. */
export type Place = {
  models: Models
  model: Model
  languages: string[]
  mayUseRendered: boolean
  findAssets(ids: string[], language: string): Promise<Map<string, object>>
}

/** An answer as text, and what it is made of, for whoever keeps it. */
export type Answer = { text: string; ids: string[] }

/** A page of what is published of a model. */
export async function listContent(tx: WorkspaceTx, place: Place, parameters: Parameters): Promise<Answer> {
  const query = readListQuery(parameters)
  const { models, model } = place
  const all = query.locale === '*'
  const language = all ? null : languageIn(place, query.locale)
  const row = {
    ...{ models, model, alias: 'p', depth: 0 },
    ...{ workspaceId: tx.workspaceId, source: publishedRows(tx.workspaceId) },
  }
  const where = query.filter ? compileFilter(row, query.filter) : sql<boolean>`true`
  const keys = keysOf(row, query.sort)
  const of = hashOfQuery(model, parameters)
  const isBackwards = query.before !== null
  const cursor = query.after ?? query.before
  const found = await listPublished(tx, {
    ...{ modelId: model.id, language, where },
    beyond: cursor === null ? null : beyond(keys, readCursor(cursor, of, keys), isBackwards),
    order: orderBy(keys, isBackwards),
    at: keyTexts(keys),
    offset: query.page === null ? 0 : (query.page - 1) * query.limit,
    limit: query.limit + 1,
    ...contentsFor(place, query.fields),
  })
  const shown = found.slice(0, query.limit)
  if (isBackwards) shown.reverse()
  const items = await renderRows(tx, shown, {
    ...place,
    ...shownIn(place, language ?? place.languages[0]!),
    wanted: query.fields,
  })
  const total = query.isCounted ? `,"total":${await countPublished(tx, { modelId: model.id, language, where })}` : ''
  const ends = cursorsOf(query, { shown, hasMore: found.length > query.limit, of })
  const text = `{"items":[${items.join(',')}],"next":${JSON.stringify(ends.next)},"previous":${JSON.stringify(ends.previous)}${total}}`
  return sized(text, shown)
}

/** One entry of what is published; undefined where there is none. */
export async function showPublished(
  tx: WorkspaceTx,
  place: Place,
  idOrSlug: string,
  parameters: Parameters,
): Promise<Answer | undefined> {
  const { fields, locale } = readOneQuery(parameters)
  const language = languageIn(place, locale)
  const row = await findPublished(tx, idOrSlug, { modelId: place.model.id, language, ...contentsFor(place, fields) })
  if (!row) return undefined
  const [text] = await renderRows(tx, [row], { ...place, ...shownIn(place, language), wanted: fields })
  return sized(text!, [row])
}

const shownIn = ({ languages, findAssets }: Place, language: string) => ({
  first: languages[0]!,
  language,
  findAssets: (ids: string[]) => findAssets(ids, language),
})

const contentsFor = ({ models, model, mayUseRendered }: Place, fields: Wanted | null) => ({
  step: mayUseRendered ? stepOf(models, model) : Number.MAX_SAFE_INTEGER,
  wantsValues: fields !== null,
})

function languageIn({ languages }: Place, wanted: string | null): string {
  if (wanted === null) return languages[0]!
  if (!languages.includes(wanted)) throw unknown(`There is no locale ${wanted}. There are: ${languages.join(', ')}`)
  return wanted
}

function sized(text: string, rows: PublishedRow[]): Answer {
  if (text.length > deliveryCaps.bytes)
    throw tooMuch(`An answer has at most ${deliveryCaps.bytes / 1_048_576} MB: ask for fewer entries or fields`)
  return { text, ids: rows.map(({ entryId }) => entryId) }
}

type Found = { shown: PublishedRow[]; hasMore: boolean; of: string }

/** Where the next page begins, and where the one before it ends. */
function cursorsOf({ after, before, page }: DeliveryQuery, { shown, hasMore, of }: Found) {
  const [first, last] = [shown[0], shown.at(-1)]
  const hasNext = before === null ? hasMore : shown.length > 0
  const hasPrevious = before === null ? after !== null || (page ?? 1) > 1 : hasMore
  return {
    next: hasNext && last ? writeCursor(of, last.at) : null,
    previous: hasPrevious && first ? writeCursor(of, first.at) : null,
  }
}
