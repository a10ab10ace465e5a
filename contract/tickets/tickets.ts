import { z } from 'zod'
import { CustomValues } from '#contract/custom-values.ts'
import { EmailAddress, endpoint, Id, idParams, line, Nothing, pageOf, paging, Time, Whole } from '#contract/endpoint.ts'
import { ExternalIdOfWorkspace } from '#contract/external-id.ts'
import { followedPageOf, followingOrder, followingQuery } from '#contract/search/following.ts'
import { queryLimits } from '#contract/search/query.ts'
import { TagName } from '#contract/tag-name.ts'
import { Suppression } from '#contract/workspace/customers.ts'
import { Language } from '#contract/workspace/languages.ts'
import { textOrFiles, written } from './message-text.ts'
import { channels, loggedChannels, priorities, statusColors, statuses, ticketTypes } from './ticket-values.ts'
import { mostCountedInView, ticketGroups, ticketViews } from './view-values.ts'

export const Status = z.enum(statuses)

/** The changeable fields of a ticket. The history event of a change has the name of its field. */
export const ticketFields = {
  subject: line(255).min(1, 'Enter a subject'),
  status: Status,
  statusId: Id,
  priority: z.enum(priorities),
  type: z.enum(ticketTypes).nullable(),
  assignee: Id.nullable(),
  team: Id.nullable(),
  tags: z.array(TagName).max(50, 'A ticket has at most 50 tags'),
  dueDate: Time.nullable(),
  externalId: ExternalIdOfWorkspace.nullable(),
  customFields: CustomValues.describe(
    'Values of custom fields by key. Customers read and write only what a field allows',
  ),
}
export const RemovedTags = z.array(line(50).min(1, 'Enter a tag')).max(50)

const TicketFields = z.strictObject(ticketFields)

const PersonOnTicket = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  suppression: Suppression.nullable().describe(
    'Mail to this address is suspended because earlier mail bounced. Team only',
  ),
})

export const Ticket = z.object({
  ...ticketFields,
  id: Id,
  number: z.number().int(),
  subject: z.string(),
  status: Status.describe('Category of the status. Customers get `open` for `on_hold`'),
  statusId: Id.nullable().describe('null for customers'),
  statusLabel: z
    .string()
    .describe('Name of the status for the caller: customers see "With our team" where the team sees "Open"'),
  statusColor: z.enum(statusColors).nullable().describe('null for customers'),
  priority: ticketFields.priority.nullable().describe('null for customers'),
  externalId: ticketFields.externalId.describe(
    'The id of the ticket in another system, unique in the workspace; null for customers',
  ),
  channel: z.enum(channels),
  requester: PersonOnTicket,
  assignee: z.object({ id: Id, name: z.string() }).nullable(),
  team: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .describe('The team that the ticket belongs to; null for customers'),
  tags: z.array(z.string()),
  customFields: z
    .record(z.string(), z.unknown())
    .describe('Values of custom fields by key; `null` without a value. Lists leave out fields without a value'),
  form: z
    .object({ id: Id, key: z.string(), name: z.string() })
    .nullable()
    .describe('The form that the request was written with; null for customers'),
  cc: z.array(PersonOnTicket),
  snoozedUntil: Time.nullable(),
  isSpam: z.boolean(),
  isTrashed: z.boolean(),
  waitingSince: Time.nullable(),
  firstRepliedAt: Time.nullable(),
  solvedAt: Time.nullable(),
  closedAt: Time.nullable(),
  mergedInto: z
    .object({ id: Id, number: z.number().int() })
    .nullable()
    .describe('The ticket that this one was merged into. Customers get it only if that ticket is theirs'),
  followUpOf: Id.nullable(),
  reopenCount: z.number().int(),
  lastMessageSeq: z
    .number()
    .int()
    .describe('Highest `seq`, including held messages; for customers, that of the last message that they can read'),
  createdAt: Time,
  updatedAt: Time.describe(
    'When the ticket last changed. A delivery changes its message (`GET /api/v1/messages`), a new name of the requester changes the customer (`GET /api/v1/customers`)',
  ),
})

export const TicketRow = Ticket.extend({
  snippet: z.string(),
  isUnread: z.boolean(),
  companies: z
    .array(z.object({ id: Id, name: z.string() }))
    .describe('Companies of the requester; empty for customers'),
})

/** What a list is grouped by. */
export const Grouping = z.union(
  [z.enum(ticketGroups), z.templateLiteral(['field.', z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/)])],
  `Name one of ${ticketGroups.join(', ')}, or field.KEY`,
)

// The key of an option has up to 60 characters, and each of them can be escaped.
export const GroupValue = z.string().min(1).max(130)
export const mostFoldedCharacters = 8000

export const TicketGroup = z.object({
  value: GroupValue.describe(
    'A status, a priority, the id of a member, team or company, or `none`. With `field.KEY`, the option as a query has it',
  ),
  name: z.string().nullable().describe('Name of the member, team, company or option; null for other groups'),
  shown: z
    .number()
    .int()
    .describe('Number of tickets of the group in `items`, which has the groups one after the other'),
  count: z.number().int().describe(`Number of tickets, up to ${mostCountedInView}`),
  isMore: z.boolean().describe('The group has more tickets than `count`'),
})
export type TicketGroup = z.output<typeof TicketGroup>

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/v1/tickets',
  for: ['team', 'customer', 'key'],
  scope: 'tickets:read',
  counts: 'search',
  summary: 'Lists tickets. Customers see their own, and those that people of their company share',
  query: z.strictObject({
    ...paging,
    view: z
      .union([z.enum(ticketViews), Id])
      .default('all')
      .describe('Built-in view, or the id of a saved view; customers can use `active`, `solved` and `all`'),
    q: z
      .string()
      .max(queryLimits.characters)
      .optional()
      .describe(
        'A query such as `status:open assignee:me refund`. Words are searched in subject, messages, people and tags; a ' +
          'bare number finds that ticket. docs/api/queries.md has all keys',
      ),
    requester: Id.optional(),
    externalId: ExternalIdOfWorkspace.optional().describe(
      'Only the ticket with this external id, including spam and trash; team only',
    ),
    assignee: z
      .union([Id, z.literal('inactive')])
      .optional()
      .describe('Tickets of this member, or `inactive` for members who are not active any more; team only'),
    order: z
      .enum(['waiting', 'updated', 'created', followingOrder])
      .optional()
      .describe(
        '`waiting`: longest waiting first. `updated`: last change first. `created`: newest first. The default is `waiting` for ' +
          'the views `mine`, `unassigned` and `active`; `created` for keys; `updated` for other views and for customers. A search is always sorted by ' +
          'last change. `updated-ascending` is for programs that copy all tickets, also spam and trash; team only.',
      ),
    group: Grouping.optional().describe(
      'Lists one group after the other; `order` sorts the tickets of a group. `company` is the company of the requester, or the oldest of several. `field.KEY` is a ticket field of kind `select` with one choice. Team only',
    ),
    folded: z
      .string()
      .max(mostFoldedCharacters)
      .optional()
      .describe('With `group`: groups whose tickets are left out, separated by commas'),
    ...followingQuery,
  }),
  answer: followedPageOf(TicketRow).extend({
    groups: z
      .array(TicketGroup)
      .optional()
      .describe('With `group`: the groups that this page shows, and the folded groups among them'),
  }),
  refusals: ['follow-whole-list', 'updated-after-needs-order', 'query-invalid', 'ticket-view-not-found'],
})

export const createTicket = endpoint({
  method: 'POST',
  path: '/api/v1/tickets',
  for: ['team', 'customer', 'key'],
  scope: ['tickets:create', 'tickets:write'],
  counts: 'write',
  needs: ['service'],
  summary: 'Creates a ticket. Members name the requester, and either log a request or write to the requester',
  status: 201,
  bodyLimit: 2_097_152,
  body: textOrFiles(
    TicketFields.omit({ status: true, statusId: true, dueDate: true })
      .partial()
      .extend({
        ...written,
        subject: ticketFields.subject,
        form: z
          .string()
          .max(40)
          .optional()
          .describe(
            'Key of a form. Its defaults apply, and its fields are the ones that can be required. Customers can name public forms, and then send only the fields of the form',
          ),
        requester: z.strictObject({ email: EmailAddress, name: line(120).optional() }).optional(),
        cc: z.array(EmailAddress).max(48).optional(),
        from: z
          .enum(['agent', 'customer'])
          .optional()
          .describe(
            '`customer` (default): logs a request of the requester; nothing is mailed. ' +
              '`agent`: the message is mailed to the requester and the people in CC, like a reply. Team only',
          ),
        channel: z.enum(loggedChannels).optional().describe('How the requester contacted the team. Default: `other`'),
        status: Status.optional().describe('With `from: agent`: status of the ticket after sending'),
        statusId: Id.optional().describe('Like `status`, by the id of a status'),
        sendAt: Time.optional().describe(
          'With `from: agent`: when the message is sent. Until then it is held and can be canceled',
        ),
        language: Language.optional().describe(
          'Language of the requester. Stored with the customer if no language is known yet',
        ),
        deflection: Id.optional().describe('Id of the suggestions that the customer saw while writing; customers only'),
        toSuppressed: z
          .boolean()
          .optional()
          .describe('With `from: agent`: mails to suppressed addresses too, and ends their suppression'),
      }),
  ),
  answer: Ticket,
  refusals: [
    'file-not-found',
    'too-many-files',
    'too-many-tags',
    'customer-blocked',
    'customer-merged',
    'custom-values-too-large',
    'fields-missing',
    'assignee-not-active',
    'team-not-found',
    'status-not-found',
    'ticket-form-not-found',
    'nothing-to-say',
    'external-id-taken',
    'too-many-recipients',
    'too-many-unsolicited',
    'too-many-unsolicited-of-all',
  ],
})

export const showTicket = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id',
  for: ['team', 'customer', 'key'],
  scope: 'tickets:read',
  hasEtag: true,
  summary: 'One ticket, with an ETag for If-Match',
  params: idParams,
  answer: Ticket,
})

export const findTicketByNumber = endpoint({
  method: 'GET',
  path: '/api/v1/ticket-numbers/:number',
  for: ['team', 'customer', 'key'],
  scope: 'tickets:read',
  summary: 'The id of the ticket with a number',
  params: z.strictObject({ number: z.coerce.number().int().positive().max(2_000_000_000) }),
  answer: z.object({ id: Id }),
  refusals: ['ticket-not-found'],
})

export const ticketChange = {
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
} as const

export const changeTicket = endpoint({
  ...ticketChange,
  method: 'PATCH',
  path: '/api/v1/tickets/:id',
  summary:
    'Changes fields of a ticket. `status` sets the default status of a category, unless the ticket is in that category already. If-Match prevents lost updates',
  params: idParams,
  body: TicketFields.partial(),
  answer: Ticket,
  refusals: [
    'too-many-tags',
    'custom-values-too-large',
    'fields-missing',
    'ticket-closed',
    'never-new-again',
    'closed-by-time-only',
    'status-not-found',
    'assignee-not-active',
    'team-not-found',
    'external-id-taken',
    'changed-meanwhile',
  ],
})

export const trashTicketForGood = endpoint({
  ...ticketChange,
  method: 'DELETE',
  path: '/api/v1/tickets/:id',
  summary: 'Moves a ticket to the trash for 30 days. Refused if it is already there',
  params: idParams,
  answer: Nothing,
  refusals: ['ticket-in-trash-already'],
})

const stateNoun = <const Noun extends string>(noun: Noun) =>
  ({ ...ticketChange, path: `/api/v1/tickets/:id/${noun}`, params: idParams, answer: Ticket }) as const

export const solveTicket = endpoint({
  ...stateNoun('closure'),
  method: 'PUT',
  for: ['team', 'customer', 'key'],
  summary: 'Solves the ticket. An unassigned ticket is assigned to the caller, unless the caller is a key',
  refusals: ['fields-missing'],
})
export const reopenTicket = endpoint({
  ...stateNoun('closure'),
  method: 'DELETE',
  for: ['team', 'customer', 'key'],
  summary: 'Reopens a solved ticket',
  refusals: ['ticket-not-solved', 'ticket-closed', 'customer-blocked', 'customer-merged'],
})
export const snoozeTicket = endpoint({
  ...stateNoun('snooze'),
  method: 'PUT',
  summary: 'Hides an active ticket from active views until a time',
  body: z.strictObject({ until: Time }),
  refusals: ['ticket-not-active', 'snooze-in-the-past'],
})
export const endSnooze = endpoint({ ...stateNoun('snooze'), method: 'DELETE', summary: 'Ends the snooze' })
export const markSpam = endpoint({ ...stateNoun('spam'), method: 'PUT', summary: 'Marks the ticket as spam' })
export const unmarkSpam = endpoint({ ...stateNoun('spam'), method: 'DELETE', summary: 'Removes the spam mark' })
export const trashTicket = endpoint({ ...stateNoun('trash'), method: 'PUT', summary: 'Moves the ticket to the trash' })
export const untrashTicket = endpoint({
  ...stateNoun('trash'),
  method: 'DELETE',
  summary: 'Restores the ticket from the trash',
})

export const markTicketSeen = endpoint({
  method: 'PUT',
  path: '/api/v1/tickets/:id/seen',
  for: ['team'],
  counts: 'seen',
  needs: [],
  summary: 'Records the last message that the caller has seen',
  params: idParams,
  body: z.strictObject({ seq: Whole.min(0) }),
  answer: Nothing,
})

export const TicketEvent = z.object({
  id: Id,
  type: z.string().describe('For example `ticket.created`, `<field>.changed` or `mail.acknowledged`'),
  actor: z.object({ type: z.enum(['agent', 'customer', 'system']), name: z.string() }),
  old: z.unknown(),
  new: z.unknown(),
  cause: z.string().nullable(),
  createdAt: Time,
})

export const listTicketEvents = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/events',
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'The history of a ticket, oldest first',
  params: idParams,
  query: z.strictObject({ ...paging, limit: z.coerce.number().int().min(1).max(100).default(100) }),
  answer: pageOf(TicketEvent),
})

const DayCount = z.object({ day: z.iso.date(), created: z.number().int(), solved: z.number().int() })

export const showServiceReport = endpoint({
  method: 'GET',
  path: '/api/v1/reports/service',
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary:
    'The dashboard: open tickets now, created and solved tickets of the last 14 days in the time zone of the workspace',
  answer: z.object({
    unassigned: z.number().int(),
    mine: z.number().int(),
    active: z.number().int(),
    pending: z.number().int(),
    solvedToday: z.number().int(),
    medianFirstReplyMinutes: z.number().nullable().describe('Of tickets created in the last 14 days that have a reply'),
    days: z.array(DayCount),
    longestWaiting: z.array(TicketRow),
  }),
})
