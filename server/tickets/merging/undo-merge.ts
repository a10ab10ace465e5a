import { aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { giveBackDrafts, withdrawNote } from '#server/tickets/conversation/messages/join-conversations.ts'
import { removeFollowers } from '#server/tickets/followers/follow-ticket.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { removeCopies } from '#server/tickets/ticket/change-copies.ts'
import { findSeenTicket, type LockedTicket, lockTickets } from '#server/tickets/ticket/find-ticket.ts'
import { reindexTicket, setSearchTimes } from '#server/tickets/ticket/index-ticket.ts'
import { changesWhenCustomerWrites } from '#server/tickets/ticket/status-rules.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { writeChanges } from '#server/tickets/ticket/update-ticket.ts'
import { differingFields, findFields, joinFields, unlessChanged } from './join-fields.ts'
import { audienceOf, referenceTo } from './merge-ticket.ts'
import { deleteMerge, findFirstReply, listMerges, type Merge, updateMerge } from './queries.ts'

/**
 * Undoes a merge. Both tickets get their former values, except those that were changed again. Messages that were
 * written since stay on the ticket on which they are.
 */
export async function undoMerge({ tx, caller }: MemberCall, id: string) {
  const { mergedInto } = await findSeenTicket(tx, id, caller)
  if (!mergedInto) throw new Refusal('ticket-not-merged')
  // Locks in the same order as messages to a merged ticket.
  const [source] = await lockTickets(tx, [id])
  const [target] = await lockTickets(tx, [mergedInto])
  const merges = target ? await listMerges(tx, mergedInto) : []
  const merge = merges.find(({ ticketId }) => ticketId === id)
  if (!source || !target || !merge) throw new Refusal('ticket-not-merged')
  refuseUndo(target.ticket)
  const by = { actor: actorOf(caller), cause: 'undone' }
  await deleteMerge(tx, id)
  await giveBackDrafts(tx, { from: id, to: mergedInto })
  await restoreTarget(tx, target, merges, merge, by)
  await restoreSource(tx, source, merge, by)
  await recordUndo(tx, source.ticket, target.ticket, by)
}

function refuseUndo({ mergedInto, number, status }: TicketState) {
  if (mergedInto)
    throw new Refusal('ticket-merged', {
      detail: `Ticket ${number} was merged into another ticket itself. Undo that merge first.`,
    })
  if (status !== 'closed') return
  throw new Refusal('ticket-closed', { detail: `Ticket ${number} is closed, so the merge can no longer be undone.` })
}

async function restoreSource(tx: WorkspaceTx, source: LockedTicket, { sourceBefore, sourceAfter }: Merge, by: By) {
  const now = await findFields(tx, source)
  const restored = differingFields(unlessChanged(sourceBefore, now, sourceAfter), now)
  // A message of the customer that arrived since the merge is on this ticket.
  const hasWritten = now.lastMessageSeq > sourceAfter.lastMessageSeq
  const waiting = hasWritten ? changesWhenCustomerWrites({ ...source.ticket, ...sourceBefore }) : {}
  await writeChanges(tx, source.ticket, { ...restored, ...waiting, mergedInto: null }, by)
}

async function restoreTarget(tx: WorkspaceTx, target: LockedTicket, merges: Merge[], merge: Merge, by: By) {
  const others = merges.filter((other) => other !== merge)
  const now = await findFields(tx, target)
  const left = merges.at(-1)!.targetAfter
  const isUntouched = now.updatedAt === left.updatedAt
  const { tags: removedTags, copies: removedCopies, followers } = await passOn(tx, merge, others)
  await removeCopies(tx, target.ticket, removedCopies, by)
  await removeFollowers(tx, target.ticket.id, followers, by)
  const tags = target.ticket.tags.filter((tag) => !removedTags.includes(tag))
  const snippets = merge.noteId ? await withdrawNote(tx, target.ticket, merge.noteId) : {}
  if (merge.noteId || removedCopies.length > 0) await reindexTicket(tx, target.ticket)

  const { fields, later } = replayMerges(merge, merges.slice(merges.indexOf(merge) + 1))
  // A reply since the merge was not the first one then, but can be the first one on this ticket alone.
  const firstRepliedAt = fields.firstRepliedAt ?? (await findFirstReply(tx, target.ticket.id, merge.mergedAt))
  const wanted = unlessChanged({ ...fields, firstRepliedAt }, now, left)
  const { updatedAt, publicUpdatedAt, ...values } = differingFields(wanted, now)
  // With other merges left, the ticket gets a new state, so its times of change do not go back.
  const times = others.length === 0 ? { updatedAt, publicUpdatedAt } : {}
  await writeChanges(tx, target.ticket, { ...values, ...times, ...snippets, tags }, by)
  if (others.length === 0 && isUntouched) return setSearchTimes(tx, target.ticket.id, fields)
  for (const replayed of later) await updateMerge(tx, replayed)
  const [written] = await lockTickets(tx, [target.ticket.id])
  const last = others.at(-1)
  if (!last || !isUntouched) return
  const restored = await findFields(tx, written!)
  // What somebody changed between the last two merges is still a change since the one that is left.
  const targetAfter = merge === merges.at(-1) ? unlessChanged(restored, last.targetAfter, merge.targetBefore) : restored
  await updateMerge(tx, { ticketId: last.ticketId, targetAfter })
}

/** Returns the values as if the merge had never been, but the later merges and the changes between them had. */
function replayMerges(merge: Merge, later: Merge[]) {
  let fields = merge.targetBefore
  let left = merge.targetAfter
  const replayed = later.map(({ ticketId, sourceBefore, targetBefore: before, targetAfter: after }) => {
    const targetBefore = unlessChanged(fields, before, left)
    const { updatedAt, publicUpdatedAt, searchedAt, publicSearchedAt, lastMessageSeq } = after
    const ofMessages = { updatedAt, publicUpdatedAt, searchedAt, publicSearchedAt, lastMessageSeq }
    fields = { ...targetBefore, ...joinFields(targetBefore, sourceBefore), ...ofMessages }
    left = after
    return { ticketId, targetBefore, targetAfter: fields }
  })
  return { fields, later: replayed }
}

/** Returns the tags and people to remove. Those that another merge brought, too, are passed on to it. */
async function passOn(tx: WorkspaceTx, { addedTags, addedCopies, addedFollowers }: Merge, others: Merge[]) {
  let removed = { tags: addedTags, copies: addedCopies, followers: addedFollowers }
  for (const other of others) {
    const tags = parted(removed.tags, other.broughtTags)
    const copies = parted(removed.copies, other.broughtCopies)
    const followers = parted(removed.followers, other.broughtFollowers)
    removed = { tags: tags.left, copies: copies.left, followers: followers.left }
    const passed = [tags, copies, followers].some(({ passedOn }) => passedOn.length > 0)
    if (!passed) continue
    await updateMerge(tx, {
      ticketId: other.ticketId,
      addedTags: [...other.addedTags, ...tags.passedOn],
      addedCopies: [...other.addedCopies, ...copies.passedOn],
      addedFollowers: [...other.addedFollowers, ...followers.passedOn],
    })
  }
  return removed
}

const parted = (added: string[], brought: string[]) => ({
  passedOn: added.filter((value) => brought.includes(value)),
  left: added.filter((value) => !brought.includes(value)),
})

async function recordUndo(tx: WorkspaceTx, source: TicketState, target: TicketState, by: By) {
  const [merged, into] = [referenceTo(source), referenceTo(target)]
  const audience = audienceOf(source, target)
  await record(tx, { type: 'merge.ended', subject: aboutTicket(source.id), by, audience, new: into })
  await record(tx, { type: 'merged-ticket.removed', subject: aboutTicket(target.id), by, audience, new: merged })
}
