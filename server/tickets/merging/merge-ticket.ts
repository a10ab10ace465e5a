import type { BodyOf } from '#contract/endpoint.ts'
import { aboutTicket } from '#contract/events.ts'
import { type mergeTicket as contract, mostMerged } from '#contract/tickets/merging.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  addTeamNote,
  refuseHeldReplies,
  replyToRequester,
  takeOverDrafts,
} from '#server/tickets/conversation/messages/join-conversations.ts'
import { addFollowers, listFollowerIds } from '#server/tickets/followers/follow-ticket.ts'
import { hasIncidents } from '#server/tickets/links/link-tickets.ts'
import { includesTag } from '#server/tickets/tags/same-tag.ts'
import { actorOf, type MemberCall, theTeam } from '#server/tickets/ticket/caller.ts'
import { addLaterCopies, listCopiedIds } from '#server/tickets/ticket/change-copies.ts'
import { mostTags } from '#server/tickets/ticket/change-ticket.ts'
import {
  findSeenTicket,
  type LockedTicket,
  listMergedIds,
  lockTickets,
  refuseChange,
} from '#server/tickets/ticket/find-ticket.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket, writeChanges } from '#server/tickets/ticket/update-ticket.ts'
import { differingFields, findFields, joinFields } from './join-fields.ts'
import { insertMerge } from './queries.ts'

type MergeInput = BodyOf<typeof contract>

/**
 * Merges a ticket into another one and closes it. No message is moved: the conversation of the other ticket shows the
 * messages of both. Stores the former values of both tickets for the undo.
 */
export async function mergeTicket(
  { tx, caller }: MemberCall,
  id: string,
  { into, copyRequester = false, note, reply }: MergeInput,
) {
  if (id === into) throw new Refusal('merge-into-itself')
  // A merged ticket is refused before it is locked. Messages to it lock first it and then the other ticket, which could
  // be the reverse order.
  const seen = await findSeenTicket(tx, id, caller)
  if (seen.mergedInto === into) return
  refuseMerge(seen, await findSeenTicket(tx, into, caller))
  if (reply) await replyToRequester(tx, (await lockBoth(tx, id, into)).source.ticket, reply, caller)
  const { source, target } = await lockBoth(tx, id, into)
  refuseMerge(source.ticket, target.ticket)
  await refuseHeldReplies(tx, id)
  await refuseHeldReplies(tx, into)
  await refuseManyMerges(tx, id, into)
  if (await hasIncidents(tx, id)) throw new Refusal('problem-has-incidents')

  const by = { actor: actorOf(caller), cause: 'merged' }
  const [sourceBefore, targetBefore] = [await findFields(tx, source), await findFields(tx, target)]
  const broughtCopies = [...(copyRequester ? [source.ticket.requesterId] : []), ...(await listCopiedIds(tx, id))]
  const addedCopies = await addLaterCopies(tx, target.ticket, broughtCopies, by)
  const broughtFollowers = await listFollowerIds(tx, id)
  const addedFollowers = await addFollowers(tx, into, broughtFollowers, by)
  const addedTags = source.ticket.tags.filter((tag) => !includesTag(target.ticket.tags, tag))
  const tags = joinTags(target.ticket, addedTags)

  const changes = { ...differingFields(joinFields(targetBefore, sourceBefore), targetBefore), tags }
  const joined = await writeChanges(tx, target.ticket, changes, by)
  await updateTicket(tx, source.ticket, { status: 'closed', mergedInto: into }, by)
  const noteId = note ? await addTeamNote(tx, joined, note, caller) : null
  await takeOverDrafts(tx, { from: id, to: into })
  const after = await lockBoth(tx, id, into)
  await insertMerge(tx, {
    ...{ ticketId: id, intoId: into, sourceBefore, targetBefore, noteId },
    ...{ sourceAfter: await findFields(tx, after.source), targetAfter: await findFields(tx, after.target) },
    ...{ broughtTags: source.ticket.tags, addedTags, broughtCopies, addedCopies },
    ...{ broughtFollowers, addedFollowers },
  })
  await recordMerge(tx, source.ticket, target.ticket, by)
}

/** Locks both tickets in the order of their ids, so that two merges of the same tickets cannot deadlock. */
async function lockBoth(tx: WorkspaceTx, id: string, into: string) {
  const tickets = await lockTickets(tx, [id, into])
  const source = tickets.find(({ ticket }) => ticket.id === id)
  const target = tickets.find(({ ticket }) => ticket.id === into)
  if (!source || !target) throw new Refusal('ticket-not-found')
  return { source, target } satisfies Record<string, LockedTicket>
}

function refuseMerge(source: TicketState, target: TicketState) {
  for (const ticket of [source, target]) {
    if (ticket.mergedInto) throw new Refusal('ticket-merged', { detail: `Ticket ${ticket.number} was already merged.` })
    refuseChange(ticket)
  }
}

async function refuseManyMerges(tx: WorkspaceTx, id: string, into: string) {
  const [own, others] = [await listMergedIds(tx, id, theTeam), await listMergedIds(tx, into, theTeam)]
  if (own.length + others.length + 1 > mostMerged) throw new Refusal('too-many-merged')
}

function joinTags({ tags }: TicketState, added: string[]) {
  if (tags.length + added.length <= mostTags) return [...tags, ...added]
  throw new Refusal('too-many-tags', {
    detail: `Both tickets together have more than ${mostTags} tags. Remove tags first.`,
  })
}

async function recordMerge(tx: WorkspaceTx, source: TicketState, target: TicketState, by: By) {
  const [merged, into] = [referenceTo(source), referenceTo(target)]
  const audience = audienceOf(source, target)
  await record(tx, { type: 'merge.set', subject: aboutTicket(source.id), by, audience, new: into })
  await record(tx, { type: 'merged-ticket.added', subject: aboutTicket(target.id), by, audience, new: merged })
}

export const referenceTo = ({ id, number }: TicketState) => ({ id, number })

/** A customer sees the joined conversation only if both tickets are theirs. */
export const audienceOf = (source: TicketState, target: TicketState) =>
  source.requesterId === target.requesterId ? { customers: [source.requesterId] } : 'team'
