import { aboutTicket } from '#contract/events.ts'
import { mostFollowers } from '#contract/tickets/followers.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf, type MemberCall, type Reader } from '#server/tickets/ticket/caller.ts'
import { lockSeenTicket, refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { findMemberNames, listActiveMembers } from '#server/workspace/team/find-members.ts'
import { countOtherFollowers, deleteFollowers, insertFollowers, listFollowerIds } from './queries.ts'

export { listFollowerIds }

export async function listFollowers(tx: WorkspaceTx, reader: Reader, ticketId: string) {
  await refuseUnseen(tx, ticketId, reader)
  return { items: await named(tx, await listFollowerIds(tx, ticketId)), next: null }
}

type FollowerParams = { id: string; memberId: string }

export async function followTicket({ tx, caller }: MemberCall, { id, memberId }: FollowerParams) {
  await lockSeenTicket(tx, id, caller)
  await refuseFollowers(tx, id, [memberId])
  await addFollowers(tx, id, [memberId], { actor: actorOf(caller) })
  return (await named(tx, [memberId]))[0]!
}

export async function unfollowTicket({ tx, caller }: MemberCall, { id, memberId }: FollowerParams) {
  await lockSeenTicket(tx, id, caller)
  await removeFollowers(tx, id, [memberId], { actor: actorOf(caller) })
}

/** Refuses followers who are not active members, or who are too many. Call this with the ticket locked. */
export async function refuseFollowers(tx: WorkspaceTx, ticketId: string, memberIds: string[]) {
  const wanted = [...new Set(memberIds)]
  if ((await listActiveMembers(tx, wanted)).length < wanted.length) throw new Refusal('member-not-found')
  await refuseTooMany(tx, ticketId, wanted)
}

async function refuseTooMany(tx: WorkspaceTx, ticketId: string, memberIds: string[]) {
  if (memberIds.length === 0) return
  const others = await countOtherFollowers(tx, ticketId, memberIds)
  if (others + memberIds.length > mostFollowers) throw new Refusal('too-many-followers')
}

/** Adds active members to the followers of a ticket. Returns those who are new. Call this with the ticket locked. */
export async function addFollowers(tx: WorkspaceTx, ticketId: string, memberIds: string[], by: By): Promise<string[]> {
  await refuseTooMany(tx, ticketId, memberIds)
  const added = await insertFollowers(tx, ticketId, memberIds)
  const about = { subject: aboutTicket(ticketId), by, audience: 'team' } as const
  for (const follower of await named(tx, added)) await record(tx, { type: 'follower.added', ...about, new: follower })
  return added
}

export async function removeFollowers(tx: WorkspaceTx, ticketId: string, memberIds: string[], by: By) {
  const removed = await deleteFollowers(tx, ticketId, memberIds)
  const about = { subject: aboutTicket(ticketId), by, audience: 'team' } as const
  for (const follower of await named(tx, removed))
    await record(tx, { type: 'follower.removed', ...about, new: follower })
}

async function named(tx: WorkspaceTx, ids: string[]) {
  const names = await findMemberNames(tx, ids)
  return ids.map((id) => ({ id, name: names.get(id) ?? '' }))
}
