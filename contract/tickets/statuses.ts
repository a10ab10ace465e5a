import { z } from 'zod'
import { Batch, startRefusals } from '#contract/bulk/batches.ts'
import { endpoint, Id, idParams, line, settingsBody } from '#contract/endpoint.ts'
import { statusColors } from './ticket-values.ts'
import { Status } from './tickets.ts'

export const mostStatuses = 30

export const ticketStatusRefusals = {
  'status-not-found': { status: 404, text: 'There is no such status. It may have been deleted.' },
  'status-name-taken': { status: 409, text: 'Another status has this name' },
  'status-is-default': { status: 409, text: 'The default status of a category cannot be deleted' },
  'too-many-statuses': { status: 409, text: `A workspace has at most ${mostStatuses} statuses. Delete one first.` },
} as const

const fields = {
  name: line(40).min(1, 'Enter a name'),
  customerLabel: line(40).describe('Name for customers. Empty: the name that customers see for the category'),
  color: z.enum(statusColors),
  position: z.int().min(0).max(10_000).describe('Place in the category. Statuses at and after this place move down'),
}

export const TicketStatus = z.object({
  ...fields,
  id: Id,
  category: Status.describe('Decides what the product does with the ticket. It never changes'),
  isDefault: z.boolean().describe('Tickets get this status when only the category is set. It cannot be deleted'),
})
export type TicketStatus = z.output<typeof TicketStatus>

const path = '/api/v1/statuses'
const statusWrite = { for: ['admin', 'key'], scope: 'tickets:write', counts: 'write', needs: [] } as const

export const listStatuses = endpoint({
  method: 'GET',
  path,
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'The statuses of tickets, in the order of their categories',
  answer: z.object({ items: z.array(TicketStatus), next: z.null() }),
})

export const countStatuses = endpoint({
  method: 'GET',
  path: '/api/v1/status-counts',
  for: ['admin'],
  counts: 'search',
  summary: 'How many tickets outside spam and trash have each status, up to 10,000',
  answer: z.object({ items: z.array(z.object({ id: Id, count: z.int() })), next: z.null() }),
})

export const createStatus = endpoint({
  ...statusWrite,
  method: 'POST',
  path,
  summary: 'Creates a status. Admins only',
  status: 201,
  body: z.strictObject({
    ...fields,
    category: Status,
    customerLabel: fields.customerLabel.default(''),
    position: fields.position.optional().describe('Default: after the other statuses of the category'),
  }),
  answer: TicketStatus,
  refusals: ['status-name-taken', 'too-many-statuses'],
})

export const changeStatus = endpoint({
  ...statusWrite,
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Changes a status. Admins only',
  params: idParams,
  body: settingsBody(fields),
  answer: TicketStatus,
  refusals: ['status-not-found', 'status-name-taken', 'conflict'],
})

export const deleteStatus = endpoint({
  ...statusWrite,
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Deletes a status. A batch moves its tickets to the default status of the category. Admins only',
  params: idParams,
  answer: z.object({ batch: Batch.nullable().describe('null if no ticket had the status') }),
  refusals: ['status-not-found', 'status-is-default', ...startRefusals.filter((code) => code !== 'batch-empty')],
})
