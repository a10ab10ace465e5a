import type { CategoryRow } from '#server/knowledge-base/categories/queries/categories.ts'
import * as queries from '#server/knowledge-base/categories/queries/categories.ts'
import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { inTreeOrder, isWithin, pathOf, type TreeRow } from '#server/platform/trees/tree.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'

export const isEditor = (caller: Caller) => caller.kind === 'member' && caller.isAdmin

export async function listCategories(tx: WorkspaceTx, caller: Caller, language?: string) {
  const isForEditor = isEditor(caller)
  const rows = isForEditor ? await queries.listAllCategories(tx) : await queries.listFoundCategories(tx, caller)
  const counts = isForEditor ? await queries.countWritten(tx) : await queries.countFound(tx, caller)
  const [first] = await findLanguages(tx)
  const below = sumBelow(rows, counts)
  return inTreeOrder(rows).map((row) => ({
    ...shape(row, language ?? first!, first!),
    articleCount: below.get(row.id) ?? 0,
    ...(isForEditor && { visibility: row.visibility, texts: textsOf(row) }),
  }))
}

export async function showCategory(tx: WorkspaceTx, caller: Caller, id: string, language?: string) {
  const category = (await listCategories(tx, caller, language)).find((one) => one.id === id)
  if (!category) throw new Refusal('category-not-found')
  return category
}

export async function listTree(tx: WorkspaceTx) {
  const languages = await findLanguages(tx)
  return (await queries.listAllCategories(tx)).map(({ id, parentId, icon, visibility, texts }) => ({
    id,
    parent: parentId,
    icon,
    visibility,
    texts,
    names: [...new Set([...languages, ...Object.keys(texts)])].flatMap((language) => texts[language]?.name ?? []),
  }))
}

export const listFormerCategorySlugs = queries.listFormerSlugs
export const listVisibleCategories = queries.listFoundCategories

/** Sums the article counts of categories. An article counts in its category and in all ancestors of the category. */
export function sumBelow(rows: TreeRow[], counts: Map<string, number>) {
  const places = new Map(rows.map((row) => [row.id, row]))
  const sums = new Map<string, number>()
  for (const [id, number] of counts) {
    if (!places.has(id)) continue
    for (const above of pathOf(places, id)) sums.set(above, (sums.get(above) ?? 0) + number)
  }
  return sums
}

function shape({ id, parentId, slug, icon, texts }: CategoryRow, language: string, first: string) {
  const { name, description } = texts[language] ?? texts[first] ?? Object.values(texts)[0]!
  return { id, parent: parentId, name, description, slug, icon }
}

const textsOf = ({ texts }: CategoryRow) => Object.entries(texts).map(([language, text]) => ({ language, ...text }))

/** Returns the names of categories in the language, or else in another language. */
export async function nameCategories(tx: WorkspaceTx, ids: (string | null)[], language: string) {
  const rows = await queries.listCategoryNames(tx, [...new Set(ids.filter((id) => id !== null))])
  return new Map(rows.map(({ id, texts }) => [id, { id, name: nameIn(texts, language) }]))
}

type NamesOfCategory = Record<string, { name: string }>

export const nameIn = (texts: NamesOfCategory, language: string) =>
  (texts[language] ?? Object.values(texts)[0])?.name ?? ''

export type TopCategory = { id: string; slug: string; texts: NamesOfCategory; place: number }
/** `top` is the top-level ancestor, or null if the reader cannot see all ancestors. */
export type CategoriesById = ReadonlyMap<string, { texts: NamesOfCategory; top: TopCategory | null }>

export async function findCategories(tx: WorkspaceTx, reader: Reader): Promise<CategoriesById> {
  const categories = await queries.listFoundCategories(tx, reader)
  const places = new Map(categories.map((category, place) => [category.id, { ...category, place }]))
  return new Map(
    categories.map(({ id, texts }) => {
      const top = places.get(pathOf(places, id).at(-1)!)!
      return [id, { texts, top: top.parentId === null ? top : null }]
    }),
  )
}

/** Lists the category and its descendants, regardless of visibility. Empty if the category does not exist. */
export async function listIdsWithin(tx: WorkspaceTx, id: string): Promise<string[]> {
  const rows = await queries.listAllCategories(tx)
  const places = new Map(rows.map((row) => [row.id, row]))
  return rows.filter((row) => isWithin(places, row.id, id)).map((row) => row.id)
}
