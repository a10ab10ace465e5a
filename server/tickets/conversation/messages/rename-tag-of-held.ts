import type { MessageChanges } from '#contract/tickets/changes.ts'
import type { PendingMacro } from '#contract/tickets/macros.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type HeldChanges, lockHeldWithTags, setChangesOfHeld } from '#server/tickets/conversation/queries/messages.ts'
import { distinctTags, includesTag, replaceTag } from '#server/tickets/tags/same-tag.ts'
import { renameTagIn, returnTagTo } from './rename-tag-of-drafts.ts'

export const tagLists = ['addTags', 'removeTags'] as const
type TagList = (typeof tagLists)[number]
/** A held reply, and which of its lists had the tag. */
export type HeldWithTag = { messageId: string; lists: TagList[] }

type Renaming = { tag: string; name: string | null; only?: readonly HeldWithTag[] }

/** Renames a tag in the changes that held replies make when they are sent, or removes it if `name` is null. */
export async function renameTagOfHeld(tx: WorkspaceTx, { tag, name, only }: Renaming): Promise<HeldWithTag[]> {
  const renamed: HeldWithTag[] = []
  for (const held of await lockHeldWithTags(
    tx,
    only?.map(({ messageId }) => messageId),
  )) {
    const lists = tagLists.filter((list) => includesTag(held.changesAfter[list] ?? [], tag))
    if (lists.length === 0) continue
    await changeHeld(tx, held, {
      tagsOf: (list) => (lists.includes(list) ? replaceTag(held.changesAfter[list]!, tag, name) : undefined),
      replace: (change) => renameTagIn(change, tag, name),
    })
    renamed.push({ messageId: held.id, lists })
  }
  return renamed
}

/** Adds a deleted tag to the held replies again, after its deletion was undone. */
export async function returnTagToHeld(tx: WorkspaceTx, { tag, held }: { tag: string; held: HeldWithTag[] }) {
  const listsOf = new Map(held.map(({ messageId, lists }) => [messageId, lists]))
  for (const one of await lockHeldWithTags(tx, [...listsOf.keys()]))
    await changeHeld(tx, one, {
      tagsOf: (list) =>
        listsOf.get(one.id)!.includes(list) ? distinctTags([...(one.changesAfter[list] ?? []), tag]) : undefined,
      replace: (change) => returnTagTo(change, tag),
    })
}

type Change = PendingMacro['changes'][number]
type Replacement = {
  /** The new tags of a list; undefined if the list stays. */
  tagsOf: (list: TagList) => string[] | undefined
  /** What replaces a change of the macro; null if it stays. */
  replace: (change: Change) => Change[] | null
}

function changeHeld(tx: WorkspaceTx, { id, changesAfter, macro }: HeldChanges, { tagsOf, replace }: Replacement) {
  const changed: MessageChanges = { ...changesAfter }
  for (const list of tagLists) changed[list] = tagsOf(list) ?? changed[list]
  const changes = macro?.changes.flatMap((change) => replace(change) ?? [change])
  return setChangesOfHeld(tx, { id, changesAfter: changed, macro: macro && { ...macro, changes: changes! } })
}
