import { z } from 'zod'
import { endpoint, Id, idParams, Time } from '#contract/endpoint.ts'

/** Maximum number of plans that the answer lists. */
export const mostPlansNamed = 20

const Plan = z.object({
  type: z.enum(['article', 'entry']),
  id: Id,
  title: z.string(),
  language: z.string(),
  publishAt: Time.nullable(),
  unpublishAt: Time.nullable(),
})

export const showMemberWork = endpoint({
  method: 'GET',
  path: '/api/v1/members/:id/work',
  for: ['admin'],
  summary: 'The work of a member. Each count is at most 10,000',
  params: idParams,
  answer: z.object({
    openTickets: z.int(),
    heldReplies: z.int().describe('Held or scheduled replies'),
    articles: z.int().describe('Articles that the member owns'),
    entries: z.int().describe('Entries that the member owns'),
    reviews: z.int().describe('Texts that the member reviews; each language counts'),
    reviewers: z.array(Id).describe('Other active members who can do all of these reviews'),
    plans: z.object({
      count: z.int(),
      items: z.array(Plan).describe(`The next ${mostPlansNamed} schedules that the member set`),
    }),
  }),
  refusals: ['member-not-found'],
})
