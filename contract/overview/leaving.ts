import { z } from 'zod'
import { endpoint, Id, idParams, Time } from '#contract/endpoint.ts'

/** So many of the plans are named. */
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
  summary: 'What a member looks after and what waits for them, each counted to 10,000',
  params: idParams,
  answer: z.object({
    openTickets: z.int(),
    heldReplies: z.int().describe('Replies that are held or scheduled'),
    articles: z.int().describe('That they own'),
    entries: z.int().describe('That they own'),
    reviews: z.int().describe('Languages of articles and entries that wait for their review'),
    reviewers: z.array(Id).describe('Active members other than them who may do all of these reviews'),
    plans: z.object({
      count: z.int(),
      items: z.array(Plan).describe(`The first ${mostPlansNamed} by time that they planned last`),
    }),
  }),
  refusals: ['member-not-found'],
})
