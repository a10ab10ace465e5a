import { type RawBuilder, sql } from 'kysely'
import type { Pictures } from '#database/types.ts'
import { shownEdge } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findPicture, mostTries, type PictureRef } from './queries.ts'

export type PassedLimit = NonNullable<Pictures['passedLimit']>
type Ref = PictureRef & { workspaceId: string }

export const sentences: Record<PassedLimit, string> = {
  memory:
    'This picture is too large: decoding it takes more than 400 MB of memory. Save it with fewer pixels, or as a JPEG or PNG that is not progressive or interlaced.',
  pixels: 'This picture is too large: all frames together have more than 400 megapixels. Save it with fewer pixels.',
  bytes: 'This picture is too large: the shown version has more than 25 MB. Save it with fewer pixels.',
}

export async function refusePicture(platform: Platform, ref: Ref): Promise<never> {
  const limit = await findPassed(platform, ref)
  throw limit
    ? new Refusal('picture-too-large', { detail: sentences[limit], shown: { limit } })
    : new Refusal('picture-unreadable')
}

export async function findPassed({ app }: Platform, ref: Ref): Promise<PassedLimit | null> {
  const known = await inWorkspace(app, ref.workspaceId, (tx) => findPicture(tx, ref))
  return known?.passedLimit ?? null
}

/** SQL condition: encoding of the picture failed. `fileId` is the file that holds the bytes. */
export const cannotBeShown = (workspaceId: string, fileId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from pictures p where p.workspace_id = ${workspaceId} and p.file_id = ${fileId} and p.edge = ${sql.lit(shownEdge)}
    and p.mime is null and p.tries >= ${sql.lit(mostTries)} and p.busy_until <= now())`
