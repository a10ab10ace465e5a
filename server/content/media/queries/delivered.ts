import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Crop } from '#server/platform/pictures/crop.ts'
import type { AssetTexts } from './media.ts'

/** Delivered assets that the database role can see. */
export const listDelivered = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('media')
        .select(['id', 'name', 'kind', 'mime', 'bytes', 'hash', 'width', 'height', 'title', 'credit', 'isPublic'])
        .select(['focusX', 'focusY', 'thumbhash', 'palette', sql<AssetTexts>`texts`.as('texts')])
        .select(sql<Crop | null>`crop`.as('crop'))
        .where('id', 'in', ids)
        .where('trashedAt', 'is', null)
        .execute()
