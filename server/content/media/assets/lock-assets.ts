import { type Actor, aboutMedia } from '#contract/events.ts'
import { type LockedRow, lockRows } from '#server/content/media/queries/media.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { refuseStale } from '#server/platform/http/input/refuse-input.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MediaCall } from './list-assets.ts'

export async function lockAssets(tx: WorkspaceTx, ids: string[]): Promise<LockedRow[]> {
  const rows = await lockRows(tx, ids)
  if (rows.length !== ids.length) throw new Refusal('media-not-found')
  return rows
}

export async function lockAsset(call: LockCall, id: string): Promise<LockedRow> {
  const row = await lockAnyAsset(call, id)
  if (row.trashedAt) throw new Refusal('media-in-trash')
  return row
}

type LockCall = Pick<MediaCall, 'tx' | 'ifMatch'>

/** Locks an asset and checks If-Match. Every change of one asset calls this first. */
export async function lockAnyAsset({ tx, ifMatch }: LockCall, id: string): Promise<LockedRow> {
  const [row] = await lockAssets(tx, [id])
  refuseStale(ifMatch, etagOf(row!))
  return row!
}

export const etagOf = ({ revision }: { revision: number }) => `"${revision}"`

export const recordChanged = (tx: WorkspaceTx, actor: Actor) =>
  record(tx, {
    type: 'media.changed',
    subject: aboutMedia(tx.workspaceId),
    by: { actor },
    audience: 'team',
  })
