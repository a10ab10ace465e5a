import { type AssetRow, findRows, type Texts } from '#server/content/media/queries/media.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type AssetFacts = Pick<AssetRow, 'name' | 'kind' | 'width' | 'height'> & {
  bytes: number
  /** By language. */
  alt: Record<string, string>
}

/** What fields ask of files of the library; those in the trash are not there. */
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

/** One of the texts that are said of a file, by language. */
export const inLanguages = (texts: Texts, part: 'alt' | 'caption'): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).flatMap(([language, text]) => (text[part] ? [[language, text[part]]] : [])))
