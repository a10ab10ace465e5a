import { z } from 'zod'
import { endpoint, idParams } from './endpoint.ts'

export const showMemberWork = endpoint({
  method: 'GET',
  path: '/api/v1/members/:id/work',
  for: ['admin'],
  summary: 'How much waits for a member: their open tickets and scheduled replies, each counted to 10,000',
  params: idParams,
  answer: z.object({ openTickets: z.int(), heldReplies: z.int() }),
  refusals: ['member-not-found'],
})
