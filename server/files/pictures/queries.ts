import { type NotNull, sql } from 'kysely'
import type { PictureEdge } from '#server/files/storage-keys.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { pictureSeconds } from '#server/platform/pictures/picture-processes.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Encoded } from './apart/encode-picture.ts'
import type { PassedLimit } from './refuse-picture.ts'

/** One that ends a process each time it is tried ends no more than these. */
export const mostTries = 3
const free = sql<string>`now()`
// Its bytes are read and written, too.
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

/** The sizes of a file's picture that are there. */
export const listMadePictures = (tx: WorkspaceTx, fileId: string) =>
  tx
    .selectFrom('pictures')
    .select(['edge', 'mime'])
    .where('fileId', '=', fileId)
    .where('mime', 'is not', null)
    .$narrowType<{ edge: PictureEdge; mime: NotNull }>()
    .execute()

/** Its file for the one who makes it now. An atomic statement: of several processes one gets it. The file's row is held. */
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

/** False where its file has gone meanwhile. */
export const markMade = (tx: WorkspaceTx, ref: PictureRef, { mime, bytes }: Encoded) =>
  settle(tx, ref, { mime, bytes: bytes.length })

export const markNone = (tx: WorkspaceTx, ref: PictureRef, passedLimit: PassedLimit | null) =>
  settle(tx, ref, { tries: mostTries, passedLimit })

export type Measures = { width: number; height: number }

export const writeMeasures = (tx: WorkspaceTx, ref: PictureRef, measures: Measures) => settle(tx, ref, measures)

/** It stays to be tried again, the try counted or not. */
export const markFree = (tx: WorkspaceTx, ref: PictureRef, isCounted: boolean) =>
  settle(tx, ref, isCounted ? {} : { tries: sql<number>`tries - 1` })

type Settled = Partial<Measures> & {
  mime?: Encoded['mime']
  bytes?: number
  passedLimit?: PassedLimit | null
  tries?: number | ReturnType<typeof sql<number>>
}

async function settle(tx: WorkspaceTx, { fileId, edge }: PictureRef, settled: Settled): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pictures')
    .set({ ...settled, busyUntil: free })
    .where('fileId', '=', fileId)
    .where('edge', '=', edge)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
