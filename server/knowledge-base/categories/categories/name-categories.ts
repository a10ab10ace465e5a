import { listCategoryNames } from '#server/knowledge-base/categories/queries/categories.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** In the language, or else in another one. */
export async function nameCategories(tx: WorkspaceTx, ids: (string | null)[], language: string) {
  const rows = await listCategoryNames(tx, [...new Set(ids.filter((id) => id !== null))])
  return new Map(rows.map(({ id, texts }) => [id, { id, name: nameIn(texts, language) }]))
}

/** By language. */
export type NamesOfCategory = Record<string, { name: string }>

export const nameIn = (texts: NamesOfCategory, language: string) =>
  (texts[language] ?? Object.values(texts)[0])?.name ?? ''
