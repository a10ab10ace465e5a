import type { WorkspaceTx } from '#server/platform/database.ts'
import { replaceTag } from '#server/tickets/tags/same-tag.ts'
import { listMerges, updateMerge } from './queries.ts'

/** Renames a tag in what the undo of merges into a ticket knows, so that the undo removes it under its new name. */
export async function renameTagOfMerges(tx: WorkspaceTx, intoId: string, { tag, name }: { tag: string; name: string }) {
  for (const { ticketId, broughtTags, addedTags } of await listMerges(tx, intoId))
    await updateMerge(tx, {
      ticketId,
      broughtTags: replaceTag(broughtTags, tag, name),
      addedTags: replaceTag(addedTags, tag, name),
    })
}
