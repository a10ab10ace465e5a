import type { listEntries as contract } from '#contract/content/entries.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { hashOfQuery, readCursor, writeCursor } from '#server/content/filters/page-rows.ts'
import { unknown } from '#server/content/filters/refuse-query.ts'
import { countEntries } from '#server/content/models/count-entries.ts'
import {
  findModels,
  limitModels,
  type Model,
  modelIn,
  modelsSeen,
  readableModels,
} from '#server/content/models/find-models.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import type { EntryCall } from './entry-call.ts'
import { withColumns } from './list-columns.ts'
import { listEntriesById } from './queries/entries.ts'
import {
  countByStatus,
  keysOfOrder,
  listEntryIds,
  listEntryPlaces,
  listStale,
  listUnpublishedOf,
} from './queries/lists.ts'
import { readWords } from './read-words.ts'
import { shapeEntries } from './shape-entries.ts'

export async function listEntries(call: EntryCall, { cursor, limit, columns, ...asked }: QueryOf<typeof contract>) {
  if (!asked.model && columns !== undefined) throw unknown(noModel)
  const matching = await planMatching(call, asked)
  const { models, only: model, query } = matching
  const { language } = query
  const keys = query.keys ?? keysOfOrder(query)
  const of = hashOfQuery('entries', { ...asked, locale: language }, keys)
  const after = cursor === undefined ? null : readCursor(cursor, of, keys)
  const found = await listEntryPlaces(call.tx, { ...query, after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const ids = shown.map(({ id }) => id)
  const rows = await shapeInOrder(call, ids, language)
  const items = model && columns ? await withColumns(call, rows, { models, model, language, columns }) : rows
  const last = found.length > limit ? shown.at(-1) : undefined
  return { items, next: last ? writeCursor(of, keys, last.at) : null }
}

const noModel = 'Name the model: model='

export type Matching = Omit<QueryOf<typeof contract>, 'cursor' | 'limit' | 'columns'>

/** The ids of the first matching entries, in order. */
export async function findMatching(call: EntryCall, asked: Matching, limit: number): Promise<string[]> {
  const { query } = await planMatching(call, asked)
  return listEntryIds(call.tx, { ...query, limit })
}

async function planMatching({ tx, caller }: EntryCall, { model, locale, filter, sort, ...asked }: Matching) {
  const known = limitModels(await findModels(tx), caller.key?.models ?? null)
  const models = readableModels(known, caller)
  const language = locale ?? (await findLanguages(tx))[0]!
  const only = model ? modelIn(models, model) : null
  if (!only && (filter ?? sort) !== undefined) throw unknown(noModel)
  const modelIds = only ? [only.id] : models.there.map(({ id }) => id)
  const said = only ? readWords({ tx, models, model: only, language }, { filter, sort }) : {}
  // The search text of an entry includes fields for admins only, so members search only titles of such models.
  const titledIds = caller.isAdmin ? [] : known.there.filter(isHiddenSearched).map(({ id }) => id)
  const query = { ...asked, ...said, language, modelIds, titledIds, hidden: models }
  return { models, only, query }
}

const isHiddenSearched = ({ fields }: Model) =>
  fields.some(({ searchable, readBy }) => searchable && readBy === 'admins')

/** Entries of models that a limited key cannot read are left out. */
export async function shapeInOrder(call: EntryCall, ids: string[], language: string) {
  const { tx } = call
  const entries = new Map((await listEntriesById(tx, ids)).map((entry) => [entry.id, entry]))
  return shapeEntries(
    call,
    ids.flatMap((id) => entries.get(id) ?? []),
    { models: modelsSeen(call, await findModels(tx)), language },
  )
}

const mostShown = 6

export async function reportContent(call: EntryCall) {
  const { tx, caller } = call
  const models = limitModels(await findModels(tx), caller.key?.models ?? null)
  const [language] = await findLanguages(tx)
  const modelIds = models.there.map(({ id }) => id)
  const counts = await countByStatus(tx, { language: language!, modelIds })
  const sums = new Map<string, number>()
  const add = (status: string, count: number) => sums.set(status, (sums.get(status) ?? 0) + count)
  for (const { status, isScheduled, entries: count } of counts) {
    add(status, count)
    if (isScheduled) add('scheduled', count)
  }
  const entries = await countEntries(tx)
  const byModel = Object.fromEntries(
    models.there.flatMap(({ id, key }) => (entries.has(id) ? [[key, entries.get(id)!]] : [])),
  )
  const first = { language: language!, modelIds, limit: mostShown } as const
  const show = async (ids: string[]) => shapeInOrder(call, ids, language!)
  return {
    entries: Object.values(byModel).reduce((all, one) => all + one, 0),
    byModel,
    byStatus: Object.fromEntries(sums),
    mine: await show(await listUnpublishedOf(tx, { memberId: caller.id, modelIds, limit: mostShown })),
    inReview: await show(await listEntryIds(tx, { ...first, status: 'in_review', order: 'updated' })),
    scheduled: await show(await listEntryIds(tx, { ...first, status: 'scheduled', order: 'updated' })),
    published: await show(await listEntryIds(tx, { ...first, status: 'published', order: 'published' })),
    stale: await show(await listStale(tx, { modelIds, limit: mostShown })),
  }
}
