import { type AssetRow, type AssetTexts, findRows } from '#server/content/media/queries/media.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type AssetFacts = Pick<AssetRow, 'name' | 'kind' | 'width' | 'height'> & {
  bytes: number
  /** By language. */
  alt: Record<string, string>
}

/** Facts about media files that field rules need. Files in the trash count as missing. */
export async function findFacts(tx: WorkspaceTx, ids: string[]): Promise<Map<string, AssetFacts>> {
  const rows = (await findRows(tx, ids)).filter(({ trashedAt }) => trashedAt === null)
  return new Map(rows.map((row) => [row.id, factsOf(row)]))
}

export const factsOf = ({ name, kind, width, height, bytes, texts }: AssetRow): AssetFacts => ({
  name,
  kind,
  width,
  height,
  bytes: Number(bytes),
  alt: inLanguages(texts, 'alt'),
})

/** One of the texts of a file, by language. */
export const inLanguages = (texts: AssetTexts, part: 'alt' | 'caption'): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).flatMap(([language, text]) => (text[part] ? [[language, text[part]]] : [])))
