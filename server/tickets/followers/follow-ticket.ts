import { aboutTicket } from '#contract/events.ts'
import { mostFollowers } from '#contract/tickets/followers.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf, type MemberCall, type Reader } from '#server/tickets/ticket/caller.ts'
import { lockSeenTicket, refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { findMemberNames, listActiveMembers } from '#server/workspace/team/find-members.ts'
import { countFollowers, deleteFollowers, insertFollowers, listFollowerIds } from './queries.ts'

export { listFollowerIds }

export async function listFollowers(tx: WorkspaceTx, reader: Reader, ticketId: string) {
  await refuseUnseen(tx, ticketId, reader)
  return { items: await named(tx, await listFollowerIds(tx, ticketId)), next: null }
}

type FollowerParams = { id: string; memberId: string }

export async function followTicket({ tx, caller }: MemberCall, { id, memberId }: FollowerParams) {
  await lockSeenTicket(tx, id, caller)
  const [member] = await listActiveMembers(tx, [memberId])
  if (!member) throw new Refusal('member-not-found')
  await addFollowers(tx, id, [memberId], { actor: actorOf(caller) })
  return (await named(tx, [memberId]))[0]!
}

export async function unfollowTicket({ tx, caller }: MemberCall, { id, memberId }: FollowerParams) {
  await lockSeenTicket(tx, id, caller)
  await removeFollowers(tx, id, [memberId], { actor: actorOf(caller) })
}

/** Adds active members to the followers of a ticket. Returns those who are new. Call this with the ticket locked. */
export async function addFollowers(tx: WorkspaceTx, ticketId: string, memberIds: string[], by: By): Promise<string[]> {
  const added = await insertFollowers(tx, ticketId, memberIds)
  if (added.length > 0 && (await countFollowers(tx, ticketId)) > mostFollowers) throw new Refusal('too-many-followers')
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
