import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Crop } from '#server/platform/pictures/crop.ts'
import type { Texts } from './media.ts'

/** What is delivered of assets, as far as the role may see them. */
export const listDelivered = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('media')
        .select(['id', 'name', 'kind', 'mime', 'bytes', 'hash', 'width', 'height', 'title', 'credit', 'isPublic'])
        .select(['focusX', 'focusY', 'thumbhash', 'palette', sql<Texts>`texts`.as('texts')])
        .select(sql<Crop | null>`crop`.as('crop'))
        .where('id', 'in', ids)
        .where('trashedAt', 'is', null)
        .execute()
