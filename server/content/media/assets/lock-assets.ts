import { type Actor, aboutMedia } from '#contract/events.ts'
import { type LockedRow, lockRows } from '#server/content/media/queries/media.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { refuseStale } from '#server/platform/http/input/match-tag.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MediaCall } from './shape-asset.ts'

/** All of them for a change, under their locks. */
export async function lockAssets(tx: WorkspaceTx, ids: string[]): Promise<LockedRow[]> {
  const rows = await lockRows(tx, ids)
  if (rows.length !== ids.length) throw new Refusal('media-not-found')
  return rows
}

/** One for a change; what lies in the trash does not change. */
export async function lockAsset(call: Locking, id: string): Promise<LockedRow> {
  const row = await lockAnyAsset(call, id)
  if (row.trashedAt) throw new Refusal('media-in-trash')
  return row
}

type Locking = Pick<MediaCall, 'tx' | 'ifMatch'>

/** Every change of one asset begins here, so that none forgets what it is bound to. */
export async function lockAnyAsset({ tx, ifMatch }: Locking, id: string): Promise<LockedRow> {
  const [row] = await lockAssets(tx, [id])
  refuseStale(ifMatch, etagOf(row!))
  return row!
}

export const etagOf = ({ revision }: { revision: number }) => `"${revision}"`

/** Open pages read the library again. */
export const tellChanged = (tx: WorkspaceTx, actor: Actor) =>
  record(tx, {
    type: 'media.changed',
    subject: aboutMedia(tx.workspaceId),
    by: { actor },
    audience: 'team',
  })
