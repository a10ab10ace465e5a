import { findSameFile, insertArticleFile, listArticleFiles } from '#server/articles/queries/texts.ts'
import { keepUpload, shareBytes } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/**
 * What an article shows is a file that an article has, or an own upload that is nothing else yet: what came with a ticket
 * is never published by its id. What one of them has already is stored once.
 */
export async function takeFiles(tx: WorkspaceTx, articleId: string, ids: string[], uploaderId: string) {
  const known = new Set(await listArticleFiles(tx, ids))
  for (const id of new Set(ids)) {
    if (known.has(id)) continue
    await keepUpload(tx, id, uploaderId)
    await insertArticleFile(tx, articleId, id)
    const same = await findSameFile(tx, id)
    if (same) await shareBytes(tx, id, same)
  }
}
