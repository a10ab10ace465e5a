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

// `modelIds`: models whose entries the caller can see; null means all models. `hiddenSlots`: slots of fields that the
// caller cannot read.
type VisibleModels = { modelIds: string[] | null; hiddenSlots: string[] }

const isSeen = ({ modelIds, hiddenSlots }: VisibleModels) => sql<boolean>`(
  u.user_kind <> 'entry'
  or u.field <> all(${hiddenSlots}::text[]) and (${modelIds}::uuid[] is null or e.model_id = any(${modelIds}::uuid[])))`

const usesOf = (tx: WorkspaceTx, mediaIds: string[]) => sql`
  from media_uses u
  left join content_entries e on e.workspace_id = ${tx.workspaceId} and u.user_kind = 'entry' and e.id = u.user_id
  where u.workspace_id = ${tx.workspaceId} and u.media_id = any(${mediaIds}::uuid[])`

type UseRow = {
  userKind: string
  userId: string
  mediaId: string
  field: string
  label: string
}

export async function listUseRows(
  tx: WorkspaceTx,
  mediaIds: string[],
  { limit, ...seen }: VisibleModels & { limit: number },
) {
  const label = inOrder(sql`u.label`, await findOwnOrder(tx))
  const { rows } = await sql<UseRow>`
    select u.user_kind, u.user_id, u.media_id, u.field, u.label ${usesOf(tx, mediaIds)} and ${isSeen(seen)}
    order by ${label}, u.user_id, u.field limit ${limit}`.execute(tx)
  return rows
}

export async function countUnseenUses(tx: WorkspaceTx, mediaIds: string[], seen: VisibleModels): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${usesOf(tx, mediaIds)} and not ${isSeen(seen)}`.execute(tx)
  return rows[0]!.count
}
