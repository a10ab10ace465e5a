import { z } from 'zod'
import { endpoint, Id } from '#contract/endpoint.ts'

export const showOnboarding = endpoint({
  method: 'GET',
  path: '/api/v1/service-onboarding',
  for: ['team'],
  summary: 'The setup steps of Service',
  answer: z.object({
    steps: z.array(
      z.object({ id: z.enum(['support', 'invite', 'article', 'test-ticket', 'answer']), isDone: z.boolean() }),
    ),
    supportAddress: z.string(),
  }),
})

export const sendTestTicket = endpoint({
  method: 'POST',
  path: '/api/v1/service-onboarding/test-ticket',
  for: ['team'],
  counts: 'write',
  needs: ['service'],
  summary: 'Creates a test ticket from the address of the caller',
  status: 201,
  answer: z.object({ id: Id }),
})
