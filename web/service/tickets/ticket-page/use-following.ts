import type { followTicket, unfollowTicket } from '#contract/tickets/followers.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Follower } from '#web/service/tickets/ticket/types.ts'

export type Following = ReturnType<typeof useFollowing>

type FollowingInput = { ticketId: string; followers: Follower[]; viewerId: string }

const path = '/api/v1/tickets/:id/followers/:memberId'

/** Adds and removes followers of a ticket. */
export function useFollowing({ ticketId, followers, viewerId }: FollowingInput) {
  const isFollowing = followers.some(({ id }) => id === viewerId)
  const paramsOf = (memberId: string) => ({ params: { id: ticketId, memberId } })
  const add = (memberId: string) => ask<typeof followTicket>('PUT', path, paramsOf(memberId))
  const remove = (memberId: string) => ask<typeof unfollowTicket>('DELETE', path, paramsOf(memberId))
  const adding = useWrite(add, {
    done: (_, id) => (id === viewerId ? 'You follow this ticket' : undefined),
    undo: (_, id) => remove(id),
    tellsProblem: true,
  })
  const removing = useWrite(remove, {
    done: (_, id) => (id === viewerId ? 'You no longer follow this ticket' : undefined),
    undo: (_, id) => add(id),
    tellsProblem: true,
  })
  return {
    isFollowing,
    toggle: () => void (isFollowing ? removing : adding).write(viewerId),
    add: (memberId: string) => void adding.write(memberId),
    remove: (memberId: string) => void removing.write(memberId),
  }
}
