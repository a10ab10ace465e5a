import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Audience } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = ['id', 'articleId', 'language', 'audience', 'expiresAt'] as const
const lifeMs = 7 * 24 * 3_600_000

export async function writeLink(
  tx: WorkspaceTx,
  link: { articleId: string; language: string; audience: Audience; createdBy: string },
) {
  const fresh = {
    id: randomUUID(),
    expiresAt: new Date(Date.now() + lifeMs).toISOString(),
    createdBy: link.createdBy,
  }
  return tx
    .insertInto('previewLinks')
    .values({ ...link, ...fresh })
    .onConflict((conflict) => conflict.columns(['workspaceId', 'articleId', 'language', 'audience']).doUpdateSet(fresh))
    .returning(columns)
    .executeTakeFirstOrThrow()
}
export type LinkRow = Awaited<ReturnType<typeof writeLink>>

const isOpen = sql<boolean>`expires_at > now()`

export const listLinks = (tx: WorkspaceTx, articleId: string) =>
  tx
    .selectFrom('previewLinks')
    .select(columns)
    .where('articleId', '=', articleId)
    .where(isOpen)
    .orderBy('language')
    .orderBy('audience')
    .execute()

export const findLink = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('previewLinks').select(columns).where('id', '=', id).where(isOpen).executeTakeFirst()

export const deleteLinks = (tx: WorkspaceTx, articleId: string) =>
  tx.deleteFrom('previewLinks').where('articleId', '=', articleId).execute()
