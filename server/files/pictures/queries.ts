import { type NotNull, sql } from 'kysely'
import type { PictureEdge } from '#server/files/storage-keys.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { pictureSeconds } from '#server/platform/pictures/picture-work.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { EncodedPicture } from './apart/encode-picture.ts'
import type { PassedLimit } from './refuse-picture.ts'

/** Maximum tries to encode a picture. A try counts if it times out or the server process ends meanwhile. */
export const mostTries = 3
const free = sql<string>`now()`
// A claim ends after three times the encoding limit, because the claim includes reading and writing the bytes.
const busy = sql<string>`now() + make_interval(secs => ${sql.lit(3 * pictureSeconds)})`

export type PictureRef = { fileId: string; edge: PictureEdge }

export const findPicture = (tx: WorkspaceTx, { fileId, edge }: PictureRef) =>
  tx
    .selectFrom('pictures')
    .select([
      'mime',
      'width',
      'height',
      'passedLimit',
      sql<boolean>`busy_until > now()`.as('isBusy'),
      sql<boolean>`tries >= ${mostTries}`.as('isNone'),
    ])
    .where('fileId', '=', fileId)
    .where('edge', '=', edge)
    .executeTakeFirst()

export const listMadePictures = (tx: WorkspaceTx, fileId: string) =>
  tx
    .selectFrom('pictures')
    .select(['edge', 'mime'])
    .where('fileId', '=', fileId)
    .where('mime', 'is not', null)
    .$narrowType<{ edge: PictureEdge; mime: NotNull }>()
    .execute()

/**
 * Claims a picture in one atomic statement, so that only one process encodes it. Locks the row of the file, so that the
 * file is not deleted meanwhile.
 */
export async function claimPicture(tx: WorkspaceTx, { fileId, edge }: PictureRef): Promise<{ mime: string } | null> {
  const file = await tx.selectFrom('files').select('mime').where('id', '=', fileId).forKeyShare().executeTakeFirst()
  if (!file) throw new Refusal('file-not-found')
  await tx
    .insertInto('pictures')
    .values({ fileId, edge, busyUntil: free })
    .onConflict((row) => row.doNothing())
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('pictures')
    .set({ tries: sql<number>`tries + 1`, busyUntil: busy })
    .where('fileId', '=', fileId)
    .where('edge', '=', edge)
    .where('mime', 'is', null)
    .where('tries', '<', mostTries)
    .where('busyUntil', '<=', free)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? file : null
}

/** Stores the type and the size of an encoded picture. Returns false if the file was deleted meanwhile. */
export const markMade = (tx: WorkspaceTx, ref: PictureRef, { mime, bytes }: EncodedPicture) =>
  settle(tx, ref, { mime, bytes: bytes.length })

export const markNone = (tx: WorkspaceTx, ref: PictureRef, passedLimit: PassedLimit | null) =>
  settle(tx, ref, { tries: mostTries, passedLimit })

export type Measures = { width: number; height: number }

export const writeMeasures = (tx: WorkspaceTx, ref: PictureRef, measures: Measures) => settle(tx, ref, measures)

export const markFree = (tx: WorkspaceTx, ref: PictureRef, isCounted: boolean) =>
  settle(tx, ref, isCounted ? {} : { tries: sql<number>`tries - 1` })

type PictureChanges = Partial<Measures> & {
  mime?: EncodedPicture['mime']
  bytes?: number
  passedLimit?: PassedLimit | null
  tries?: number | ReturnType<typeof sql<number>>
}

async function settle(tx: WorkspaceTx, { fileId, edge }: PictureRef, settled: PictureChanges): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pictures')
    .set({ ...settled, busyUntil: free })
    .where('fileId', '=', fileId)
    .where('edge', '=', edge)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
