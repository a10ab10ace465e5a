import { updateMedia } from '#server/media/queries/media.ts'
import { refuseUsed } from './change-many.ts'
import { lockAssets, tellChanged } from './lock-assets.ts'
import type { MediaCall } from './shape-asset.ts'

/** Into the trash, from where it is served to nobody; what is there already stays. */
export async function trashAsset(call: MediaCall, id: string, force: boolean) {
  const { tx, caller } = call
  const [row] = await lockAssets(tx, [id])
  if (row!.trashedAt) return
  if (!force) await refuseUsed(call, [id])
  await updateMedia(tx, [id], caller.id, { trashedAt: new Date().toISOString() })
  await tellChanged(tx, { type: 'agent', id: caller.id })
}

export async function untrashAsset({ tx, caller }: MediaCall, id: string) {
  await lockAssets(tx, [id])
  await updateMedia(tx, [id], caller.id, { trashedAt: null })
  await tellChanged(tx, { type: 'agent', id: caller.id })
}
