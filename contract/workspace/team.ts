import { z } from 'zod'
import { EmailAddress, endpoint, Id, idParams, line, lines, Nothing, Time } from '#contract/endpoint.ts'

export const teamRefusals = {
  'member-not-found': { status: 404, text: 'This member does not exist in this workspace' },
  'member-not-active': { status: 409, text: 'Work can only be handed over to an active member' },
  'last-admin': {
    status: 409,
    text: 'A workspace needs at least one active admin. Make another member an admin first.',
  },
  'already-member': { status: 409, text: 'This address is already in your team' },
  'in-another-workspace': { status: 409, text: 'This address belongs to the team of another workspace' },
  'invited-a-moment-ago': {
    status: 429,
    text: 'An invitation was sent to this address a moment ago. Wait a little before you send another.',
  },
  'invitation-not-open': { status: 409, text: 'This person has already joined' },
} as const

export const showTeamInfo = endpoint({
  method: 'GET',
  path: '/api/StartupToolsTeam/info',
  for: ['account', 'team'],
  summary: 'Name, surname and e-mail address of the caller',
  answer: z.object({ name: z.string(), surname: z.string(), email: z.string() }),
})

export const TeamRole = z.enum(['AdminUser', 'TeamUser'])

export const Member = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  role: z.enum(['FreeAdminUser', 'AdminUser', 'TeamUser']),
  status: z.enum(['invited', 'active', 'deactivated']),
  isHrAdmin: z.boolean(),
  avatarUrl: z.string().nullable(),
  invitedAt: Time.nullable(),
  joinedAt: Time.nullable(),
  lastSeenAt: Time.nullable(),
})

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/members',
  for: ['team', 'key'],
  scope: 'members:read',
  counts: 'search',
  summary: 'The members of the team. Only admins see inactive members',
  query: z.strictObject({ q: z.string().max(256).optional() }),
  answer: z.object({ items: z.array(Member), next: z.null() }),
})

export const Takers = z.object({
  ticketsTo: Id.nullable().describe(
    'With `isActive: false`: the active member who gets their open tickets. By default the tickets become unassigned',
  ),
  articlesTo: Id.nullable().describe(
    'With `isActive: false`: the active member who becomes the owner of their articles. By default they stay the owner',
  ),
  entriesTo: Id.nullable().describe('Like `articlesTo`, for their entries'),
  reviewsTo: Id.nullable().describe(
    'With `isActive: false`: the active member who takes over their reviews. By default, and if that member cannot ' +
      'publish the text, reviews return to the sender',
  ),
})
export type Takers = z.output<typeof Takers>

const writesMember = { for: ['admin'], counts: 'write', needs: [], params: idParams } as const

export const changeMember = endpoint({
  ...writesMember,
  method: 'PATCH',
  path: '/api/v1/members/:id',
  summary: 'Changes the role, the HR flag or the status of a member. Takes effect with their next request',
  body: z
    .strictObject({
      role: TeamRole,
      isHrAdmin: z.boolean(),
      isActive: z
        .boolean()
        .describe(
          'false signs them out everywhere, revokes their management keys, and keeps their scheduled replies as notes',
        ),
      ...Takers.shape,
    })
    .partial(),
  answer: Member,
  refusals: ['last-admin', 'member-not-found', 'member-not-active'],
})

export const invite = endpoint({
  method: 'POST',
  path: '/api/v1/invitations',
  for: ['admin'],
  counts: 'invitation',
  needs: [],
  summary: 'Invites an address, or sends an open invitation again',
  status: 201,
  body: z.strictObject({ email: EmailAddress, role: TeamRole }),
  answer: Member,
  refusals: [
    'already-member',
    'in-another-workspace',
    'invited-a-moment-ago',
    'too-many-unsolicited',
    'too-many-unsolicited-of-all',
  ],
})

export const withdrawInvitation = endpoint({
  ...writesMember,
  method: 'DELETE',
  path: '/api/v1/invitations/:id',
  summary: 'Withdraws an invitation that was not accepted',
  answer: Nothing,
  refusals: ['member-not-found', 'invitation-not-open'],
})

export const Profile = z.object({
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  timeZone: z.string().nullable(),
  language: z.enum(['en']),
  theme: z.enum(['system', 'light', 'dark']),
  singleKeys: z.boolean(),
  signature: z.string().describe('Plain text below the name of the member in replies by mail'),
  notifications: z.object({
    assigned: z.boolean().describe('Mail me when a ticket is assigned to me'),
    customerReplied: z
      .boolean()
      .describe('Mail me when a customer replies to a ticket that is assigned to me or that I follow'),
    deliveryFailed: z.boolean().describe('Mail me when a reply of mine could not be delivered'),
    mentioned: z.boolean().describe('Mail me when someone mentions me in a comment or a note'),
    handedOver: z.boolean().describe('Mail me when I take over work of a member who leaves'),
    reviews: z.boolean().describe('Mail me when I am asked for a review, or when a review that I asked for ended'),
  }),
})

export const showProfile = endpoint({
  method: 'GET',
  path: '/api/v1/profile',
  for: ['team'],
  summary: 'The profile of the caller',
  answer: Profile,
})

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/v1/profile',
  for: ['team'],
  counts: 'write',
  needs: [],
  summary: 'Changes the profile of the caller',
  body: z
    .strictObject({
      name: line(120).min(1, 'Enter your name'),
      surname: line(120),
      timeZone: z.string().max(64).nullable(),
      language: Profile.shape.language,
      theme: Profile.shape.theme,
      singleKeys: z.boolean(),
      signature: lines(1000),
      notifications: z.strictObject(Profile.shape.notifications.shape).partial(),
    })
    .partial(),
  answer: Profile,
})

/** A person without a picture gets a transparent one, so that initials drawn below it are visible. */
export const showAvatar = endpoint({
  method: 'GET',
  path: '/api/v1/avatars/:id',
  for: ['team'],
  answersWith: 'image/*',
  summary: 'The picture of a member (256 px), cached from the avatar service',
  params: idParams,
  answer: Nothing,
  refusals: ['member-not-found'],
})

export const unsolicitedMailRefusals = {
  'too-many-unsolicited': {
    status: 429,
    text: 'This workspace has reached its daily limit of mails to new people. The limit resets at midnight UTC. Replies to people who wrote to you are not limited.',
  },
  'too-many-unsolicited-of-all': {
    status: 429,
    text: 'This installation has reached its daily limit of mails to new people. The limit resets at midnight UTC. Replies to people who wrote to you are not limited.',
  },
} as const
