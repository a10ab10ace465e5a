import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, pageOf } from '#contract/endpoint.ts'
import { ticketChange } from './tickets.ts'

export const mostFollowers = 50

export const followerRefusals = {
  'too-many-followers': { status: 409, text: `A ticket can have at most ${mostFollowers} followers` },
} as const

export const Follower = z.object({ id: Id, name: z.string() })

const oneFollower = {
  path: '/api/v1/tickets/:id/followers/:memberId',
  params: z.strictObject({ id: Id, memberId: Id }),
} as const

export const listFollowers = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/followers',
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'The active members who follow a ticket, in the order in which they began',
  params: idParams,
  answer: pageOf(Follower),
})

export const followTicket = endpoint({
  ...ticketChange,
  ...oneFollower,
  method: 'PUT',
  summary: 'Makes a member follow the ticket. The member is mailed when a customer replies to it',
  answer: Follower,
  refusals: ['member-not-found', 'too-many-followers'],
})

export const unfollowTicket = endpoint({
  ...ticketChange,
  ...oneFollower,
  method: 'DELETE',
  summary: 'Ends that a member follows the ticket',
  answer: Nothing,
})
