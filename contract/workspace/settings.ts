import { z } from 'zod'
import { EmailAddress, endpoint, Id, line, lines, settingsBody, Time } from '#contract/endpoint.ts'

export const workspaceRefusals = {
  'workspace-not-found': { status: 404, text: 'There is no workspace at this address' },
  'workspace-suspended': {
    status: 403,
    text: 'The operator of this installation suspended this workspace. No data is lost. Ask the operator to resume it.',
  },
  'trial-not-started': { status: 409, text: 'Service is not started yet. An admin can start its trial.' },
  'trial-ended': { status: 409, text: 'The Service trial has ended, so tickets are read-only until a plan is active.' },
} as const

export const workspaceErrors = {
  usernotfound: 'User not found',
  useralreadyhasworkspace: 'You already have a workspace',
  registrationclosed: 'Workspaces cannot be created here. Ask the operator of this installation.',
  registrationinvited: 'You need an invitation to create a workspace here. Ask the operator of this installation.',
  domainempty: 'Domain cannot be empty',
  invaliddomainformat: 'Domain can only contain letters, numbers and hyphens',
  domainalreadyexists: 'This domain name is already taken',
  domainreserved: 'This domain name is reserved. Choose another one.',
  databaseerror: 'The workspace could not be created. Try again.',
} as const

export const TimeZone = z.string().max(64).describe('IANA time zone')

export const createWorkspace = endpoint({
  method: 'POST',
  path: '/api/StartupToolsWorkspace/create',
  for: ['account'],
  counts: 'write',
  needs: [],
  isRepeatable: false,
  summary: 'Creates the workspace of the signed-in founder',
  body: z.strictObject({
    domain: z.string().max(200),
    timeZone: TimeZone,
    name: line(120).optional(),
    userName: line(120).optional(),
    userSurname: line(120).optional(),
  }),
  answer: z.object({ isThereError: z.boolean(), error: z.string().nullable(), workspaceDomain: z.string().nullable() }),
})

export const showDomainAvailability = endpoint({
  method: 'GET',
  path: '/api/v1/domain-availability',
  for: ['account'],
  summary: 'Checks whether a workspace domain is available',
  counts: 'search',
  query: z.strictObject({ domain: z.string().max(200) }),
  answer: z.object({ available: z.boolean(), error: z.string().nullable() }),
})

export const Workspace = z.object({
  id: Id,
  domain: z.string(),
  name: z.string(),
  timeZone: TimeZone,
  accentColor: z.string().nullable().describe('#rrggbb on public pages, null for the default'),
  logoUrl: z.string().nullable(),
  logoFileId: Id.nullable(),
  supportName: z.string().describe('Sender name of replies'),
  supportAddress: z.string(),
  signature: z
    .string()
    .describe('Plain text below every reply by mail, after the signature of the member. Empty: the support name'),
  replyStatus: z.enum(['open', 'pending', 'solved']).describe('Default status of a ticket after a public reply'),
  assignsOnReply: z.boolean().describe('The member who replies to an unassigned ticket becomes its assignee'),
  reopenDays: z.number().int().describe('Days in which a customer reply reopens a solved ticket'),
  closeDays: z.number().int().describe('Days until a solved ticket is closed; 0: never'),
  remindDays: z.number().int().describe('Days without a reply until a pending ticket is solved; 0: never'),
  detectsThanks: z.boolean().describe('A short "thanks" does not reopen a ticket'),
  tellsSolved: z.boolean().describe('The requester gets a mail when a ticket is solved'),
  formsAndLists: z
    .array(z.string())
    .describe(
      'Senders that write for customers, such as contact forms and mailing lists. Their Reply-To address is the customer',
    ),
  createdAt: Time,
})

export const showWorkspace = endpoint({
  method: 'GET',
  path: '/api/v1/workspace',
  for: ['team'],
  summary: 'The workspace and its general settings',
  answer: Workspace,
})

export const changeWorkspace = endpoint({
  method: 'PATCH',
  path: '/api/v1/workspace',
  for: ['admin'],
  counts: 'write',
  needs: [],
  summary: 'Changes the general settings',
  body: settingsBody({
    name: line(120).min(1, 'Enter a name'),
    timeZone: TimeZone,
    accentColor: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'Use a colour like #0B6A79')
      .nullable(),
    logoFileId: Id.nullable(),
    supportName: line(120).min(1, 'Enter a name'),
    signature: lines(1000),
    replyStatus: Workspace.shape.replyStatus,
    assignsOnReply: z.boolean(),
    reopenDays: z.int().min(0).max(365),
    closeDays: z.int().min(0).max(365),
    remindDays: z.int().min(0).max(365),
    detectsThanks: z.boolean(),
    tellsSolved: z.boolean(),
    formsAndLists: z.array(EmailAddress).max(50),
  }),
  answer: Workspace,
  refusals: ['file-not-found', 'conflict'],
})

export const PublicWorkspace = z.object({
  domain: z.string(),
  name: z.string(),
  accentColor: z.string().nullable(),
  logoUrl: z.string().nullable(),
})

export const showPublicWorkspace = endpoint({
  method: 'GET',
  path: '/api/v1/public-workspace',
  for: ['visitor'],
  summary: 'Name, logo and colour of a workspace, by its domain or its host',
  query: z.strictObject({ domain: z.string().max(63).optional().describe('Default: the workspace of the host') }),
  answer: PublicWorkspace,
})

export const ServiceTrial = z.object({
  state: z.enum(['not-started', 'trial', 'ended', 'active', 'unlimited']),
  startedAt: Time.nullable(),
  endsAt: Time.nullable(),
  daysLeft: z.number().int().nullable().describe('Days left in the trial; before the start, its whole length'),
})

export const showServiceTrial = endpoint({
  method: 'GET',
  path: '/api/v1/service-trial',
  for: ['team'],
  summary: 'The state of the Service trial',
  answer: ServiceTrial,
})

export const startServiceTrial = endpoint({
  method: 'PUT',
  path: '/api/v1/service-trial',
  for: ['admin'],
  counts: 'write',
  needs: [],
  summary: 'Starts the Service trial. Has no effect if it was started before',
  answer: ServiceTrial,
})
