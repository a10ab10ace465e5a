import type { RawBuilder } from 'kysely'
import { compileFilter } from '#server/content/filters/compile-filter.ts'
import { type Parameters, readFilter } from '#server/content/filters/read-filter.ts'
import { unknown } from '#server/content/filters/refuse-query.ts'
import { draftRows } from '#server/content/filters/row-source.ts'
import { keysOf, readSort, type SortKey } from '#server/content/filters/sort-rows.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { textOrderOf } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type WordsContext = { tx: WorkspaceTx; models: Models; model: Model; language: string }

/** Reads the filter and order parameters of the delivery API, for drafts. */
export function readWords(
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
