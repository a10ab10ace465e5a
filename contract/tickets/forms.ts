import { z } from 'zod'
import { endpoint, Id, idParams, line, settingsBody, Time } from '#contract/endpoint.ts'
import { ticketFields } from './tickets.ts'

export const mostTicketForms = 50
/** Maximum number of forms including archived ones. */
export const mostKeptTicketForms = 150
const mostFields = 100

export const ticketFormRefusals = {
  'ticket-form-not-found': { status: 404, text: 'There is no such form' },
  'ticket-form-key-taken': { status: 409, text: 'Another form has this key. It may be archived.' },
  'too-many-ticket-forms': {
    status: 409,
    text: `A workspace has at most ${mostTicketForms} forms, and ${mostKeptTicketForms} with archived ones. Archive one first.`,
  },
} as const

export const TicketFormKey = z
  .string()
  .trim()
  .max(40, 'Use at most 40 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters a–z, digits, and single hyphens between them')

const settings = {
  name: line(80).min(1, 'Enter a name'),
  description: line(300).describe('Shown under the name where customers choose a form'),
  fields: z
    .array(Id)
    .max(mostFields, `A form has at most ${mostFields} fields`)
    .refine((ids) => new Set(ids).size === ids.length, 'Name each field once')
    .describe('Ids of ticket fields, in the order of the form. Customers see those that they can write'),
  isPublic: z.boolean().describe('Customers can choose the form in the customer area'),
  forVisitors: z
    .boolean()
    .describe(
      'People without an account can fill in a public form. The code that they get by mail confirms their address',
    ),
  defaults: z
    .strictObject({
      type: ticketFields.type,
      priority: ticketFields.priority,
      tags: ticketFields.tags,
      team: ticketFields.team,
    })
    .partial()
    .describe('Values of tickets that are created with the form, unless the request has others'),
}
const fields = {
  ...settings,
  position: z.int().min(0).max(mostKeptTicketForms).describe('Place among the forms that are not archived, from 0'),
}

export const TicketForm = z.object({
  ...fields,
  id: Id,
  key: z.string().describe('Name in the address of the form and in queries: `form:KEY`. It never changes'),
  defaults: fields.defaults.nullable().describe('null for customers'),
  archivedAt: Time.nullable().describe('An archived form cannot be chosen. Its tickets keep it'),
})
export type TicketForm = z.output<typeof TicketForm>

const path = '/api/v1/ticket-forms'
const formWrite = { for: ['admin'], counts: 'write', needs: ['service'] } as const

export const listTicketForms = endpoint({
  method: 'GET',
  path,
  for: ['team', 'customer', 'key'],
  scope: 'tickets:read',
  summary: 'The forms for requests, in their order. Customers get the public ones',
  query: z.strictObject({
    archived: z.enum(['true', 'false']).default('false').describe('`true`: the archived forms; team only'),
  }),
  answer: z.object({ items: z.array(TicketForm), next: z.null() }),
})

export const createTicketForm = endpoint({
  ...formWrite,
  method: 'POST',
  path,
  summary: 'Creates a form, as the last one. Admins only',
  status: 201,
  body: z.strictObject({
    ...settings,
    key: TicketFormKey,
    description: settings.description.default(''),
    fields: settings.fields.default([]),
    isPublic: settings.isPublic.default(false),
    forVisitors: settings.forVisitors.default(false),
    defaults: settings.defaults.default({}),
  }),
  answer: TicketForm,
  refusals: ['ticket-form-key-taken', 'too-many-ticket-forms', 'custom-field-not-found', 'team-not-found'],
})

export const changeTicketForm = endpoint({
  ...formWrite,
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Changes a form, or moves it. Admins only',
  params: idParams,
  body: settingsBody(fields),
  answer: TicketForm,
  refusals: ['ticket-form-not-found', 'custom-field-not-found', 'team-not-found', 'conflict'],
})

const archive = { ...formWrite, path: `${path}/:id/archive`, params: idParams, answer: TicketForm } as const

export const archiveTicketForm = endpoint({
  ...archive,
  method: 'PUT',
  summary: 'Archives a form. Admins only',
  refusals: ['ticket-form-not-found'],
})

export const restoreTicketForm = endpoint({
  ...archive,
  method: 'DELETE',
  summary: 'Restores an archived form. Admins only',
  refusals: ['ticket-form-not-found', 'too-many-ticket-forms'],
})
