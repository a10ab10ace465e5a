import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

type NewUpload = { name: string; mime: string; bytes: number; uploaderId: string }
export type ResumableUpload = NonNullable<Awaited<ReturnType<typeof findUpload>>>

const columns = ['id', 'name', 'mime', 'bytes', 'received', 'parts', 'createdAt'] as const

export const insertUpload = (tx: WorkspaceTx, upload: NewUpload) =>
  tx.insertInto('resumableUploads').values(upload).returning(columns).executeTakeFirstOrThrow()

export const findUpload = (tx: WorkspaceTx, id: string, uploaderId: string) =>
  tx
    .selectFrom('resumableUploads')
    .select(columns)
    .where('id', '=', id)
    .where('uploaderId', '=', uploaderId)
    .executeTakeFirst()

export async function countOpenUploads(tx: WorkspaceTx, uploaderId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('resumableUploads')
    .select(sql<number>`count(*)`.as('count'))
    .where('uploaderId', '=', uploaderId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Adds a part if it begins at the current offset. One statement checks and changes the row, so of two parts at the same
 * offset only the first is accepted.
 */
export async function appendPart(
  tx: WorkspaceTx,
  id: string,
  { part, offset, bytes }: { part: string; offset: number; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('resumableUploads')
    .set({ received: offset + bytes, parts: sql`parts || ${part}::uuid` })
    .where('id', '=', id)
    .where('received', '=', offset)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export const deleteUpload = (tx: WorkspaceTx, id: string, uploaderId: string) =>
  tx
    .deleteFrom('resumableUploads')
    .where('id', '=', id)
    .where('uploaderId', '=', uploaderId)
    .returning('parts')
    .executeTakeFirst()

export const uploadLife = { hours: 24 }

export async function deleteExpiredUploads(tx: WorkspaceTx): Promise<string[]> {
  const rows = await tx
    .deleteFrom('resumableUploads')
    .where('createdAt', '<', sql<string>`now() - make_interval(hours => ${uploadLife.hours})`)
    .returning('parts')
    .execute()
  return rows.flatMap(({ parts }) => parts)
}

/** Deletes the unfinished uploads of people. Returns the ids of their parts. */
export async function deleteUnfinished(tx: WorkspaceTx, uploaderIds: string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('resumableUploads')
    .where('uploaderId', 'in', uploaderIds)
    .returning('parts')
    .execute()
  return rows.flatMap(({ parts }) => parts)
}
