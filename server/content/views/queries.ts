import { type Insertable, sql, type Updateable } from 'kysely'
import type { ContentViews } from '#database/types.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = ['id', 'ownerId', 'name', 'search', 'isShared', 'createdAt'] as const

export const listViewRows = async (tx: WorkspaceTx, memberId: string) => {
  const order = await findOwnOrder(tx)
  return tx
    .selectFrom('contentViews')
    .select(columns)
    .where((is) => is.or([is('ownerId', '=', memberId), is('isShared', '=', true)]))
    .orderBy(inOrder(sql`name`, order))
    .orderBy('id')
    .execute()
}
export type ViewRow = Awaited<ReturnType<typeof listViewRows>>[number]

export const lockView = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('contentViews').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks a member, so that concurrent requests cannot exceed the limit of views. */
export const holdMember = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('members').select('id').where('id', '=', id).forNoKeyUpdate().execute()

export async function countViews(tx: WorkspaceTx, ownerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('contentViews')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

export async function hasName(tx: WorkspaceTx, ownerId: string, name: string, except: string | null) {
  const found = await tx
    .selectFrom('contentViews')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  return found !== undefined && found.id !== except
}

export const insertView = (tx: WorkspaceTx, view: Insertable<ContentViews>) =>
  tx.insertInto('contentViews').values(view).returning(columns).executeTakeFirstOrThrow()

export const updateView = (tx: WorkspaceTx, id: string, changes: Updateable<ContentViews>) =>
  tx.updateTable('contentViews').set(changes).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

export const deleteViewRow = (tx: WorkspaceTx, id: string) =>
  tx.deleteFrom('contentViews').where('id', '=', id).execute()
