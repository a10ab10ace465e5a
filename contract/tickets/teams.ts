import { z } from 'zod'
import { Batch, startRefusals } from '#contract/bulk/batches.ts'
import { endpoint, Id, idParams, line, settingsBody } from '#contract/endpoint.ts'
import { statusColors } from './ticket-values.ts'
import { mostCountedInView } from './view-values.ts'

export const mostTeams = 100
export const mostTeamMembers = 500

export const ticketTeamRefusals = {
  'team-not-found': { status: 404, text: 'There is no such team. It may have been deleted.' },
  'team-name-taken': { status: 409, text: 'Another team has this name' },
  'team-address-taken': { status: 409, text: 'Another team has this address' },
  'team-member-not-active': { status: 409, text: 'Only active members can be in a team' },
  'too-many-teams': { status: 409, text: `A workspace has at most ${mostTeams} teams. Delete one first.` },
} as const

/** Values of the query key `team` that name no team. */
export const reservedTeamNames = ['mine', 'none', 'any']

const fields = {
  name: line(60)
    .min(1, 'Enter a name')
    .refine((name) => !reservedTeamNames.includes(name.toLowerCase()), 'Queries use this word. Choose another name.'),
  members: z
    .array(Id)
    .max(mostTeamMembers, `A team has at most ${mostTeamMembers} members`)
    .refine((ids) => new Set(ids).size === ids.length, 'Name each member once')
    .describe('Ids of active members. A member can be in several teams'),
  color: z.enum(statusColors),
  address: z
    .string()
    .trim()
    .toLowerCase()
    .max(64, 'Use at most 64 characters')
    .regex(
      /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/,
      'Use letters from a to z, digits, dots, hyphens and underscores, with a letter or digit at both ends',
    )
    .nullable()
    .describe('The part before the @ of an address whose mail opens tickets of the team, such as `billing`'),
}

export const Team = z.object({
  ...fields,
  name: z.string(),
  members: z.array(Id),
  address: z.string().nullable(),
  mailAddress: z.string().nullable().describe('The whole address'),
  id: Id,
})
export type Team = z.output<typeof Team>

const path = '/api/v1/teams'
const teamWrite = { for: ['admin', 'key'], scope: 'tickets:write', counts: 'write', needs: [] } as const

export const listTeams = endpoint({
  method: 'GET',
  path,
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'The teams of the workspace in alphabetical order, with their active members',
  answer: z.object({ items: z.array(Team), next: z.null() }),
})

export const showTeamUse = endpoint({
  method: 'GET',
  path: `${path}/:id/use`,
  for: ['admin'],
  counts: 'search',
  summary: 'What the deletion of a team affects',
  params: idParams,
  answer: z.object({
    count: z.int().describe(`Number of tickets of the team outside spam and trash, up to ${mostCountedInView}`),
    isMore: z.boolean().describe('The team has more tickets than `count`'),
    views: z.array(z.string()).describe('Names of the views that name the team, as far as the caller sees them'),
    otherViews: z.int().describe('Number of views of other members that name the team'),
  }),
  refusals: ['team-not-found'],
})

export const createTeam = endpoint({
  ...teamWrite,
  method: 'POST',
  path,
  summary: 'Creates a team. Admins only',
  status: 201,
  body: z.strictObject({
    ...fields,
    members: fields.members.default([]),
    color: fields.color.default('grey'),
    address: fields.address.default(null),
  }),
  answer: Team,
  refusals: ['team-name-taken', 'team-address-taken', 'team-member-not-active', 'too-many-teams'],
})

export const changeTeam = endpoint({
  ...teamWrite,
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Changes a team. Admins only',
  params: idParams,
  body: settingsBody(fields),
  answer: Team,
  refusals: ['team-not-found', 'team-name-taken', 'team-address-taken', 'team-member-not-active', 'conflict'],
})

export const deleteTeam = endpoint({
  ...teamWrite,
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Deletes a team. A batch takes its tickets out of the team. Admins only',
  params: idParams,
  answer: z.object({ batch: Batch.nullable().describe('null if the team had no tickets') }),
  refusals: ['team-not-found', ...startRefusals.filter((code) => code !== 'batch-empty')],
})
