import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, Time } from '#contract/endpoint.ts'
import { PublicWorkspace, ServiceTrial } from './settings.ts'

export const Role = z.enum(['FreeAdminUser', 'AdminUser', 'TeamUser', 'Customer'])

export const Viewer = z.object({
  id: Id,
  kind: z.enum(['team', 'customer']),
  role: Role,
  isAdmin: z.boolean(),
  isHrAdmin: z.boolean(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  avatarUrl: z.string().nullable(),
  timeZone: z.string().nullable(),
  singleKeys: z.boolean().describe('Single-key shortcuts are on'),
  workspace: PublicWorkspace.nullable(),
  service: ServiceTrial.nullable().describe('null for customers and people without a workspace'),
})

export const showViewer = endpoint({
  method: 'GET',
  path: '/api/v1/viewer',
  for: ['account', 'team', 'customer'],
  summary: 'The signed-in person and their workspace',
  answer: Viewer,
})

export const Session = z.object({
  id: Id,
  device: z.string().describe('Browser and system, from the User-Agent'),
  network: z.string().nullable().describe('IP address of the last use, without its last part'),
  isCurrent: z.boolean(),
  createdAt: Time,
  lastSeenAt: Time,
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/sessions',
  for: ['account', 'team', 'customer'],
  summary: 'Sessions of the caller, newest first',
  answer: z.object({ items: z.array(Session), next: z.null() }),
})

const ends = { method: 'DELETE', counts: 'write', needs: [], answer: Nothing } as const

export const endCurrentSession = endpoint({
  ...ends,
  path: '/api/v1/sessions/current',
  for: ['account', 'team', 'customer'],
  summary: 'Signs out',
})

export const endSession = endpoint({
  ...ends,
  path: '/api/v1/sessions/:id',
  for: ['account', 'team', 'customer'],
  summary: 'Ends a session of the caller',
  params: idParams,
  refusals: ['not-found'],
})

export const endOtherSessions = endpoint({
  ...ends,
  path: '/api/v1/sessions',
  for: ['account', 'team', 'customer'],
  summary: 'Ends all other sessions of the caller',
})

const until = Time.describe('When the limit ends, if there are no further attempts')

export const SignInLimit = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('codes-of-network'),
    network: z.string(),
    of: z.enum(['members', 'others']).describe('Whose codes are counted. `others`: customers and invited people'),
    most: z.int().describe('Maximum number of unused codes in an hour'),
    until,
  }),
  z.object({
    code: z.literal('tries-of-network'),
    network: z.string(),
    most: z.int().describe('Maximum number of wrong codes in an hour'),
    until,
  }),
  z.object({
    code: z.literal('codes-of-person'),
    person: z.object({ type: z.enum(['agent', 'customer']), id: Id, name: z.string() }),
    browsers: z
      .enum(['known', 'new'])
      .describe('`known`: browsers that the person signed in with before. `new`: all others'),
    most: z.int().describe('Maximum number of unused codes in `hours` hours'),
    hours: z.union([z.literal(1), z.literal(24)]),
    until,
  }),
])
export type SignInLimit = z.output<typeof SignInLimit>

export const listSignInLimits = endpoint({
  method: 'GET',
  path: '/api/v1/sign-in-limits',
  for: ['admin'],
  summary:
    'Active sign-in limits: networks from which a person of this workspace requested a code within the hour, and ' +
    'people with too many codes of this workspace',
  answer: z.object({ items: z.array(SignInLimit).max(50), next: z.null() }),
})

const ofMember = {
  path: '/api/v1/members/:id/sessions',
  for: ['admin'],
  params: idParams,
  refusals: ['member-not-found'],
} as const

export const listMemberSessions = endpoint({
  ...ofMember,
  method: 'GET',
  summary: 'Sessions of a member, newest first',
  answer: z.object({ items: z.array(Session), next: z.null() }),
})

export const endMemberSession = endpoint({
  ...ends,
  path: `${ofMember.path}/:sessionId`,
  for: ['admin'],
  summary: 'Ends a session of a member',
  params: z.strictObject({ id: Id, sessionId: Id }),
  refusals: ['not-found', 'member-not-found'],
})

export const endMemberSessions = endpoint({
  ...ofMember,
  ...ends,
  summary: 'Ends all sessions of a member. The current session of the caller is kept',
})
