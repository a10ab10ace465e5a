import { updateMedia } from '#server/content/media/queries/media.ts'
import { refuseUsed } from './change-many.ts'
import { lockAnyAsset, recordChanged } from './lock-assets.ts'
import type { MediaCall } from './shape-asset.ts'

/** Moves an asset to the trash, where it is not served. Does nothing if it is there already. */
export async function trashAsset(call: MediaCall, id: string, force: boolean) {
  const { tx, caller } = call
  const row = await lockAnyAsset(call, id)
  if (row.trashedAt) return
  if (!force) await refuseUsed(call, [id])
  await updateMedia(tx, [id], caller.id, { trashedAt: new Date().toISOString() })
  await recordChanged(tx, { type: 'agent', id: caller.id })
}

export async function untrashAsset(call: MediaCall, id: string) {
  const { tx, caller } = call
  await lockAnyAsset(call, id)
  const isChanged = await updateMedia(tx, [id], caller.id, { trashedAt: null })
  if (isChanged) await recordChanged(tx, { type: 'agent', id: caller.id })
}
