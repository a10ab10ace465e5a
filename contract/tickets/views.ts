import { z } from 'zod'
import { endpoint, Id, idParams, line, Nothing, settingsBody, Time, Whole } from '#contract/endpoint.ts'
import { queryLimits } from '#contract/search/query.ts'
import { Grouping, GroupValue, mostFoldedCharacters } from './tickets.ts'
import {
  builtInViews,
  mostColumns,
  mostCountedInView,
  mostOwnViews,
  mostSharedViews,
  startColumns,
  ticketColumns,
  viewOrders,
} from './view-values.ts'

export const ticketViewRefusals = {
  'ticket-view-not-found': { status: 404, text: 'There is no such view' },
  'ticket-view-name-taken': { status: 409, text: 'You already have a view with this name' },
  'too-many-own-views': { status: 409, text: `You have ${mostOwnViews} views of your own. Delete one first.` },
  'too-many-shared-views': { status: 409, text: `The team has ${mostSharedViews} shared views. Delete one first.` },
  'ticket-view-reserved': { status: 403, text: 'Only the author of a view and admins can change it' },
} as const

const mostTeamsOfView = 20

const isEachOnce = (names: readonly string[]) => new Set(names).size === names.length

const columns = z
  .array(
    z.union([
      z.enum(ticketColumns),
      z
        .string()
        .max(60)
        .regex(/^field\.[A-Za-z][A-Za-z0-9_]*$/, `Name one of ${ticketColumns.join(', ')}, or field.KEY`),
    ]),
  )
  .min(1, 'Choose at least one column')
  .max(mostColumns, `A list has at most ${mostColumns} columns`)
  .refine(isEachOnce, 'Name each column once')
const display = {
  columns: columns.describe(
    'The columns of the list, from left to right. `field.KEY` is a ticket field. The column of an archived field is left out',
  ),
  group: Grouping.nullable().describe('What the list is grouped by. null, too, if the field was archived'),
  folded: z
    .array(GroupValue)
    .max(200)
    .refine((values) => values.join().length <= mostFoldedCharacters, 'Too many groups are folded. Unfold one first.')
    .describe('Folded groups: the `value` of each'),
}

const fields = z.strictObject({
  name: line(60).min(1, 'Enter a name'),
  query: z
    .string()
    .max(queryLimits.characters)
    .describe(
      'A query of tickets; docs/api/queries.md has its grammar. Members and mail addresses are stored as ids, so that the view stays the same if they get another name. They are answered with their present names',
    ),
  visibility: z
    .enum(['me', 'team', 'everyone'])
    .describe(
      '`me`: only the author sees the view. `team`: the members of `teams` and admins, too. `everyone`: all members',
    ),
  teams: z
    .array(Id)
    .max(mostTeamsOfView, `A view can have at most ${mostTeamsOfView} teams`)
    .refine(isEachOnce, 'Name each team once')
    .describe('With the visibility `team`: ids of the teams that see the view. Otherwise empty'),
  columns: display.columns,
  group: display.group,
  order: z
    .enum(viewOrders)
    .nullable()
    .describe('Order of the list if the query has none; `-updated` is descending. null: last change first'),
  position: Whole.min(0).describe('Place among the shared views, or among the views of the author; lowest first'),
})

const Counted = {
  count: z
    .number()
    .int()
    .nullable()
    .describe(`Number of tickets, up to ${mostCountedInView}. null for a hidden view, which is not counted`),
  isMore: z.boolean().describe('The view has more tickets than `count`'),
}

export const ViewDisplay = z.object({
  ...display,
  isOwn: z.boolean().describe('The caller chose this; otherwise it is what the view says'),
})
export type ViewDisplay = z.output<typeof ViewDisplay>

export const BuiltInView = z.object({
  kind: z.literal('built-in'),
  id: z.enum(builtInViews),
  isHidden: z.boolean().describe('Admins hid the view. Its list can still be read'),
  ...Counted,
})

export const SavedView = fields.extend({
  kind: z.literal('saved'),
  id: Id,
  queryWithIds: z.string().describe('The query with the ids of its people instead of their names'),
  missing: z
    .string()
    .nullable()
    .describe('What the query names that does not exist any more. Such a view has no tickets'),
  people: z
    .array(z.object({ id: Id, name: z.string() }))
    .describe('The people whose ids are in `queryWithIds`, with their present names'),
  isMine: z.boolean(),
  canChange: z.boolean(),
  author: z.string().describe('Name of the author'),
  createdAt: Time,
  updatedAt: Time,
})
export type SavedView = z.output<typeof SavedView>

const CountedView = z.discriminatedUnion('kind', [BuiltInView, SavedView.extend(Counted)])
export type CountedView = z.output<typeof CountedView>

const path = '/api/v1/views'
const viewWrite = { for: ['team', 'key'], scope: 'tickets:write', counts: 'write', needs: [] } as const

export const listTicketViews = endpoint({
  method: 'GET',
  path,
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'The built-in views, then the saved views that the caller sees, with the number of their tickets',
  answer: z.object({ items: z.array(CountedView), next: z.null() }),
})

export const showTicketView = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'One saved view',
  params: idParams,
  answer: SavedView,
  refusals: ['ticket-view-not-found'],
})

export const createTicketView = endpoint({
  method: 'POST',
  path,
  ...viewWrite,
  summary: 'Saves a query of tickets as a view',
  status: 201,
  body: fields.extend({
    query: fields.shape.query.default(''),
    visibility: fields.shape.visibility.default('me'),
    teams: fields.shape.teams.default([]),
    columns: fields.shape.columns.default(startColumns),
    group: fields.shape.group.default(null),
    order: fields.shape.order.default(null),
    position: fields.shape.position.optional(),
  }),
  answer: SavedView,
  refusals: [
    'query-invalid',
    'ticket-view-name-taken',
    'team-not-found',
    'too-many-own-views',
    'too-many-shared-views',
  ],
})

export const changeTicketView = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  ...viewWrite,
  summary: 'Changes a saved view. A view that gets the position of another one is placed before it',
  params: idParams,
  body: settingsBody(fields.shape),
  answer: SavedView,
  refusals: [
    'query-invalid',
    'ticket-view-not-found',
    'ticket-view-name-taken',
    'ticket-view-reserved',
    'team-not-found',
    'too-many-own-views',
    'too-many-shared-views',
    'conflict',
  ],
})

export const deleteTicketView = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  ...viewWrite,
  summary: 'Deletes a saved view. Tickets are not deleted',
  params: idParams,
  answer: Nothing,
  refusals: ['ticket-view-not-found', 'ticket-view-reserved'],
})

const ofDisplay = {
  path: `${path}/:id/display`,
  for: ['team'],
  params: z.strictObject({ id: z.union([z.enum(builtInViews), Id]) }),
  refusals: ['ticket-view-not-found'],
} as const
const displayWrite = { ...ofDisplay, counts: 'write', needs: [] } as const

export const showViewDisplay = endpoint({
  ...ofDisplay,
  method: 'GET',
  summary: 'How the caller sees the list of a view: columns, group and folded groups',
  answer: ViewDisplay,
})

export const setViewDisplay = endpoint({
  ...displayWrite,
  method: 'PUT',
  summary: 'Sets how the caller sees the list of a view. Others see no change',
  body: z.strictObject({ ...display, folded: display.folded.default([]) }),
  answer: ViewDisplay,
})

export const resetViewDisplay = endpoint({
  ...displayWrite,
  method: 'DELETE',
  summary: 'Shows the list to the caller as the view says again',
  answer: Nothing,
})

const settings = {
  builtIn: z
    .array(z.enum(builtInViews))
    .length(builtInViews.length, 'Name every built-in view')
    .refine(isEachOnce, 'Name each view once')
    .describe('All built-in views in their order'),
  hidden: z
    .array(z.enum(builtInViews))
    .refine(isEachOnce, 'Name each view once')
    .refine((ids) => ids.length < builtInViews.length, 'Leave at least one view')
    .describe('Built-in views that the team does not see'),
}

export const changeViewSettings = endpoint({
  method: 'PATCH',
  path: '/api/v1/view-settings',
  for: ['admin'],
  counts: 'write',
  needs: [],
  summary: 'Changes the order of the built-in views, and which ones are hidden',
  body: settingsBody(settings),
  answer: z.object(settings),
  refusals: ['conflict'],
})
