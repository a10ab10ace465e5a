import type { RawBuilder } from 'kysely'
import { type listEntries as contract, type EntryRow, mostColumns } from '#contract/content/entries.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Field } from '#contract/fields/fields.ts'
import { compileFilter } from '#server/content/filters/compile-filter.ts'
import { fieldIn } from '#server/content/filters/find-column.ts'
import { hashOfQuery, readCursor, writeCursor } from '#server/content/filters/page-rows.ts'
import { type Parameters, readFilter } from '#server/content/filters/read-filter.ts'
import { tooMuch, unknown } from '#server/content/filters/refuse-query.ts'
import { draftRows } from '#server/content/filters/row-source.ts'
import { keysOf, readSort, type SortKey } from '#server/content/filters/sort-rows.ts'
import {
  countEntries,
  findModels,
  limitModels,
  type Model,
  type Models,
  modelIn,
  modelsSeen,
  readableModels,
} from '#server/content/models/find-models.ts'
import { isUnset } from '#server/fields/values/components.ts'
import { usesOf, wordsOf } from '#server/fields/values/values-in-words.ts'
import { textOrderOf } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { type EntryCall, valuesIn } from './entry-call.ts'
import { listEntriesById, listValues } from './queries/entries.ts'
import {
  countByStatus,
  keysOfOrder,
  listEntryIds,
  listEntryPlaces,
  listStale,
  listUnpublishedOf,
} from './queries/lists.ts'
import { shapeEntries } from './shape-entries.ts'
import { findReferences } from './show-entry.ts'

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
  // The search text of an entry includes fields that only admins can read. In models with such fields, members search
  // only the titles.
  const titledIds = caller.isAdmin ? [] : known.there.filter(isHiddenSearched).map(({ id }) => id)
  const query = { ...asked, ...said, language, modelIds, titledIds, hidden: models }
  return { models, only, query }
}

const isHiddenSearched = ({ fields }: Model) =>
  fields.some(({ searchable, readBy }) => searchable && readBy === 'admins')

/** Returns entries in the order of `ids`. Skips entries of models that the caller cannot read. */
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

type WordsContext = { tx: WorkspaceTx; models: Models; model: Model; language: string }

/** Compiles filter and sort parameters in the syntax of the delivery API, but for drafts. */
function readWords(
  of: WordsContext,
  { filter, sort }: { filter?: string | undefined; sort?: string | undefined },
): { where?: RawBuilder<boolean>; keys?: SortKey[] } {
  const { workspaceId } = of.tx
  const row = { ...of, workspaceId, source: draftRows(workspaceId, of.language), alias: 'd', depth: 0 }
  const wanted = filter ? readFilter(parametersIn(filter)) : null
  return {
    ...(wanted && { where: compileFilter(row, wanted) }),
    ...(sort && { keys: keysOf(row, { sorting: readSort(sort), letters: textOrderOf(of.language) }) }),
  }
}

function parametersIn(filter: string): Parameters {
  const said = [...new URLSearchParams(filter)]
  const [foreign] = said.find(([name]) => !name.startsWith('filter[')) ?? []
  if (foreign !== undefined) throw unknown(`A filter is written as filter[field][operator]=value, not as ${foreign}`)
  const names = Map.groupBy(said, ([name]) => name)
  return Object.fromEntries([...names].map(([name, all]) => [name, all.map(([, value]) => value)]))
}

type ColumnsQuery = { models: Models; model: Model; language: string; columns: string }

const mostLetters = 200

async function withColumns(
  call: EntryCall,
  rows: EntryRow[],
  { models, model, language, columns }: ColumnsQuery,
): Promise<EntryRow[]> {
  const keys = [...new Set(columns.split(',').filter(Boolean))]
  if (keys.length > mostColumns) throw tooMuch(`A list shows at most ${mostColumns} fields`)
  const fields = keys.map((key) => fieldIn(model, key))
  if (rows.length === 0 || fields.length === 0) return rows
  const shown = { ...model, fields }
  const values = await readValues(call, rows, { models, model: shown })
  const leads = await findReferences(call, { models, model: shown }, [...values.values()], language)
  const titles = new Map(leads.map(({ id, title }) => [id, title]))
  return rows.map((row) => {
    const own = values.get(row.id) ?? {}
    const words = fields.map((field, index) => {
      const uses = usesOf([field], own, models.components)
      const shownTexts =
        uses.length > 0 ? uses.flatMap(({ id }) => titles.get(id) ?? []) : textsOf(field, own[field.slot])
      return [keys[index]!, shownTexts] as const
    })
    return { ...row, columns: Object.fromEntries(words) }
  })
}

function textsOf(field: Field, value: unknown): string[] {
  if (isUnset(field, value)) return []
  if (field.kind === 'select')
    return [value].flat().map((key) => field.options.find((option) => option.key === key)?.label ?? String(key))
  const words = wordsOf(field, value).slice(0, mostLetters)
  return words ? [words] : []
}

async function readValues({ tx }: EntryCall, rows: EntryRow[], of: Pick<ColumnsQuery, 'models' | 'model'>) {
  const ids = rows.map(({ id }) => id)
  const entries = new Map((await listEntriesById(tx, ids)).map((entry) => [entry.id, entry]))
  const texts = Map.groupBy(await listValues(tx, ids), ({ entryId }) => entryId)
  const languages = await findLanguages(tx)
  return new Map(
    rows.flatMap(({ id, language }) => {
      const entry = entries.get(id)
      if (!entry) return []
      const own = (texts.get(id) ?? []).map((text) => [text.language, text.values] as const)
      const snapshot = { shared: entry.shared, languages: Object.fromEntries(own) }
      return [[id, valuesIn({ ...of, languages }, snapshot, language)] as const]
    }),
  )
}
