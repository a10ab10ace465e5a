import { hashOfAddress } from '#server/knowledge-base/articles/texts/article-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { listBroken } from './queries.ts'

export async function findBroken(tx: WorkspaceTx, addresses: string[]) {
  const found = addresses.length > 0 ? await listBroken(tx, addresses.map(hashOfAddress)) : []
  return new Map(found.map(({ url, ...broken }) => [url, broken]))
}
