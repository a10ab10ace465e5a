import { type Actor, aboutMedia } from '#contract/events.ts'
import { type LockedRow, lockRows } from '#server/media/queries/media.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** All of them for a change, under their locks. */
export async function lockAssets(tx: WorkspaceTx, ids: string[]): Promise<LockedRow[]> {
  const rows = await lockRows(tx, ids)
  if (rows.length !== ids.length) throw new Refusal('media-not-found')
  return rows
}

/** One for a change; what lies in the trash does not change. */
export async function lockAsset(tx: WorkspaceTx, id: string, ifMatch?: string): Promise<LockedRow> {
  const [row] = await lockAssets(tx, [id])
  if (row!.trashedAt) throw new Refusal('media-in-trash')
  if (ifMatch !== undefined && !isMatch(ifMatch, row!)) throw new Refusal('changed-meanwhile')
  return row!
}

export const etagOf = ({ revision }: { revision: number }) => `"${revision}"`

const isMatch = (ifMatch: string, row: LockedRow) =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => tag.trim() === etagOf(row))

/** Open pages read the library again. */
export const tellChanged = (tx: WorkspaceTx, actor: Actor) =>
  record(tx, {
    type: 'media.changed',
    subject: aboutMedia(tx.workspaceId),
    by: { actor },
    audience: 'team',
  })
