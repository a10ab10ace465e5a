import type { changeManyMedia as contract } from '#contract/content/media.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { refuseUnknownFolder } from '#server/content/media/folders/folders.ts'
import { type LockedRow, updateMedia } from '#server/content/media/queries/media.ts'
import { listUses } from '#server/content/media/uses/uses.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MediaCall } from './list-assets.ts'
import { lockAssets, recordChanged } from './lock-assets.ts'

type MediaChange = BodyOf<typeof contract>

export async function changeMany({ tx, caller, platform }: MediaCall, { ids, changes, force }: MediaChange) {
  const rows = await lockAssets(tx, ids)
  const { folder, isPublic, trash, addTags = [], removeTags = [] } = changes
  if (folder) await refuseUnknownFolder(tx, folder)
  if (trash && !force) await refuseUsed({ tx, caller, platform }, ids)
  const isTagged =
    addTags.length + removeTags.length > 0 && (await tagEach(tx, caller.id, rows, { addTags, removeTags }))
  const same = {
    ...(folder !== undefined && { folderId: folder }),
    ...(isPublic !== undefined && { isPublic }),
    ...(trash === false && { trashedAt: null }),
  }
  const isChanged = await updateMedia(tx, ids, caller.id, same)
  const thrown = trash ? rows.filter(({ trashedAt }) => trashedAt === null).map(({ id }) => id) : []
  if (thrown.length > 0) await updateMedia(tx, thrown, caller.id, { trashedAt: new Date().toISOString() })
  if (isTagged || isChanged || thrown.length > 0) await recordChanged(tx, { type: 'agent', id: caller.id })
  return { changed: ids.length }
}

export async function refuseUsed(call: MediaCall, ids: string[]) {
  const { uses, unseen } = await listUses(call, ids)
  if (uses.length + unseen > 0) throw new Refusal('media-in-use', { shown: { uses, unseen } })
}

type TagChanges = { addTags: string[]; removeTags: string[] }
const mostTags = 50

async function tagEach(tx: WorkspaceTx, memberId: string, rows: LockedRow[], { addTags, removeTags }: TagChanges) {
  let isChanged = false
  for (const { id, tags } of rows) {
    const next = [...new Set([...tags, ...addTags])].filter((tag) => !removeTags.includes(tag))
    if (next.length > mostTags) throw new Refusal('invalid', { detail: `A file has at most ${mostTags} tags` })
    if (await updateMedia(tx, [id], memberId, { tags: next })) isChanged = true
  }
  return isChanged
}
