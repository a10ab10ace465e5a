import { type Insertable, sql } from 'kysely'
import type { MediaUses } from '#database/types.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export async function writeUses(
  tx: WorkspaceTx,
  { kind, id }: { kind: string; id: string },
  uses: Insertable<MediaUses>[],
) {
  await tx.deleteFrom('mediaUses').where('userKind', '=', kind).where('userId', '=', id).execute()
  if (uses.length > 0) await tx.insertInto('mediaUses').values(uses).execute()
}

export const listKnown = async (tx: WorkspaceTx, ids: string[]) =>
  (await tx.selectFrom('media').select('id').where('id', 'in', ids).execute()).map(({ id }) => id)

export type UsesWanted = { limit: number; models: string[] | null }

/** Where only some models are wanted, without the entries of others. */
export async function listUseRows(tx: WorkspaceTx, mediaIds: string[], { limit, models }: UsesWanted) {
  const label = inOrder(sql`label`, await findOwnOrder(tx))
  return tx
    .selectFrom('mediaUses')
    .select(['userKind', 'userId', 'mediaId', 'field', 'label'])
    .where('mediaId', 'in', mediaIds)
    .$if(models !== null, (query) =>
      query.where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('userKind', '<>', 'entry'),
          exists(
            selectFrom('contentEntries')
              .select('contentEntries.id')
              .whereRef('contentEntries.id', '=', 'mediaUses.userId')
              .where('contentEntries.modelId', 'in', models!),
          ),
        ]),
      ),
    )
    .orderBy(label)
    .orderBy('userId')
    .orderBy('field')
    .limit(limit)
    .execute()
}
