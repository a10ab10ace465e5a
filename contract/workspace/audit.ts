import { z } from 'zod'
import { endpoint, Id, Nothing, pageOf, paging, Time } from '#contract/endpoint.ts'
import { auditActions } from './audit-actions.ts'

const Action = z.enum(auditActions)

export const AuditEntry = z.object({
  id: Id,
  at: Time,
  action: Action,
  actor: z.object({
    type: z.enum(['agent', 'customer', 'system']).describe('`system`: the product or its operator'),
    id: Id.nullable(),
    name: z.string().nullable().describe('The current name; null if the person was deleted'),
    email: z.string().nullable(),
  }),
  key: z.object({ id: Id, name: z.string().nullable() }).nullable().describe('The management key that the person used'),
  subject: z
    .object({ id: Id, name: z.string().nullable().describe('Name of the member, customer or key; otherwise null') })
    .nullable()
    .describe('The person or thing that was affected'),
  network: z.string().nullable().describe('IP address'),
  detail: z.record(z.string(), z.unknown()).describe('Depends on the action: `device`, `old`, `new`, `fields` …'),
})

const filter = {
  action: Action.optional(),
  actor: Id.optional().describe('Id of a member or a customer'),
  key: Id.optional().describe('Only actions with this management key'),
  network: z.string().max(64).optional().describe('An IP address as written in the log'),
  from: Time.optional().describe('At or after this time'),
  until: Time.optional().describe('Before this time'),
}

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v1/audit',
  for: ['admin'],
  summary: 'The audit log of the last 400 days: who did what, when, from where and with which key. Newest first',
  query: z.strictObject({ ...paging, ...filter }),
  answer: pageOf(AuditEntry),
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/v1/audit/export',
  for: ['admin'],
  counts: 'search',
  answersWith: 'text/csv',
  summary: 'The audit log as a CSV file (RFC 4180, UTF-8), newest first, at most 200,000 rows',
  query: z.strictObject(filter),
  answer: Nothing.describe('text/csv'),
})
