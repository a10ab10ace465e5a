import {
  type CategoryRow,
  countFound,
  countWritten,
  listAllCategories,
  listFormerSlugs,
  listFoundCategories,
} from '#server/knowledge-base/categories/queries/categories.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { inTreeOrder, pathOf } from '#server/platform/trees/tree.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'

export const isEditor = (caller: Caller) => caller.kind === 'member' && caller.isAdmin

export async function listCategories(tx: WorkspaceTx, caller: Caller, language?: string) {
  const isForEditor = isEditor(caller)
  const rows = isForEditor ? await listAllCategories(tx) : await listFoundCategories(tx, caller)
  const counts = isForEditor ? await countWritten(tx) : await countFound(tx, caller)
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
  return (await listAllCategories(tx)).map(({ id, parentId, icon, visibility, texts }) => ({
    id,
    parent: parentId,
    icon,
    visibility,
    texts,
    names: [...new Set([...languages, ...Object.keys(texts)])].flatMap((language) => texts[language]?.name ?? []),
  }))
}

export const listFormerCategorySlugs = listFormerSlugs

/** An article in a category also counts in the category's ancestors. */
function sumBelow(rows: CategoryRow[], counts: Map<string, number>) {
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
  return { id, parent: parentId, name, description, slug, icon: icon as never }
}

const textsOf = ({ texts }: CategoryRow) => Object.entries(texts).map(([language, text]) => ({ language, ...text }))
