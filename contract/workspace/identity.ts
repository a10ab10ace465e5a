import { z } from 'zod'
import { endpoint, Id } from '#contract/endpoint.ts'

/** The words of the wire for sign-in: given names, given fields. Limits: six digits, ten minutes, five tries. */

export const identityRefusals = {
  'user-not-found': { status: 404, text: 'User not found' },
  'customer-not-found': { status: 404, text: 'Customer not found' },
  'code-too-soon': { status: 429, text: 'A code was sent a moment ago. Wait a little before asking for another.' },
  'too-many-codes': { status: 429, text: 'Too many codes were asked for from this network. Try again later.' },
  'too-many-tries': { status: 429, text: 'Too many wrong codes came from this network. Try again later.' },
} as const

export const codeLifeMinutes = 10
/** Whoever enters so many wrong ones needs a new code. */
export const mostCodeTries = 5
export const codeResendSeconds = 30

/** An e-mail as typed: its form is judged by the operation, since a malformed one is an answer and not a refusal. */
const TypedEmail = z.string().max(1000)
const EmailBody = z.strictObject({ email: TypedEmail })
const InvitedBody = EmailBody.extend({
  workspaceName: z
    .string()
    .max(100)
    .optional()
    .describe('Label of the workspace to join; without it the one that invited the address last'),
})
const CodeBody = z.strictObject({ userGuidId: Id, code: z.string().max(100) })

const Sent = z.object({
  status: z.string().describe('emailsent, or why not'),
  userGuidId: Id.nullable(),
})
const CustomerSent = z.object({ status: z.string(), customerGuidId: Id.nullable() })

const tokens = {
  message: z.string().describe('EmailValidated or LoginSuccess, else InvalidCode'),
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  email: z.string().nullable(),
  role: z.string().nullable(),
}
const workspaceDomain = z.string().nullable().describe('null until there is a workspace')

/** Codes and tries have budgets of their own, kept in the database. */
const given = { method: 'POST', for: ['anyone'], counts: 'sign-in', needs: [], isRepeatable: false } as const
const team = '/api/StartupToolsIdentity'
const customer = '/api/StartupToolsCustomerIdentity'

export const showRegistration = endpoint({
  method: 'GET',
  path: '/api/v1/registration',
  for: ['anyone'],
  summary: 'Says who may register a workspace here now, and whom to ask',
  answer: z.object({
    standing: z
      .enum(['open', 'invited', 'closed'])
      .describe('Anybody, who has an invitation by the operator, or nobody'),
    contact: z.string().nullable().describe('Address of the operator, where it is said'),
  }),
})

export const register = endpoint({
  ...given,
  path: `${team}/register`,
  summary: 'Mails a code to a new team address',
  body: EmailBody,
  answer: Sent,
  refusals: ['workspace-suspended', 'code-too-soon', 'too-many-codes'],
})

export const validateRegister = endpoint({
  ...given,
  path: `${team}/validateregister`,
  summary: 'Takes the code of a registration and signs in',
  body: CodeBody,
  answer: z.object({ ...tokens, workspaceDomain }),
  refusals: ['workspace-suspended', 'user-not-found', 'too-many-tries'],
})

export const invitationLogin = endpoint({
  ...given,
  path: `${team}/invitationlogin`,
  summary: 'Mails a code to an invited address',
  body: InvitedBody,
  answer: Sent,
  refusals: ['workspace-suspended', 'code-too-soon', 'too-many-codes'],
})

export const validateInvitationLogin = endpoint({
  ...given,
  path: `${team}/validateinvitationlogin`,
  summary: 'Takes the code of an invitation and signs in',
  body: CodeBody,
  answer: z.object({ ...tokens, workspaceDomain }),
  refusals: ['workspace-suspended', 'user-not-found', 'too-many-tries'],
})

export const login = endpoint({
  ...given,
  path: `${team}/login`,
  summary: 'Mails a sign-in code to a team address',
  body: EmailBody,
  answer: Sent,
  refusals: ['workspace-suspended', 'code-too-soon', 'too-many-codes'],
})

export const validateLogin = endpoint({
  ...given,
  path: `${team}/validatelogin`,
  summary: 'Takes a sign-in code and signs in',
  body: CodeBody,
  answer: z.object({ ...tokens, workspaceDomain }),
  refusals: ['workspace-suspended', 'user-not-found', 'too-many-tries'],
})

export const resendCode = endpoint({
  ...given,
  path: `${team}/resend-code`,
  summary: 'Mails a new code for the newest pending one of an address',
  body: EmailBody,
  answer: z.object({ status: z.string() }),
  refusals: ['workspace-suspended', 'code-too-soon', 'too-many-codes'],
})

export const refreshToken = endpoint({
  ...given,
  path: `${team}/refresh-token`,
  summary: 'Exchanges a refresh token for a new pair',
  body: z.strictObject({ refreshToken: z.string().max(200) }),
  answer: z.object({ accessToken: z.string(), refreshToken: z.string() }),
  refusals: ['workspace-suspended', 'not-signed-in'],
})

const CustomerBody = z.strictObject({ email: TypedEmail, workspaceName: z.string().max(100) })

export const registerCustomer = endpoint({
  ...given,
  path: `${customer}/register`,
  summary: 'Mails a code to a new customer address of a workspace',
  body: CustomerBody,
  answer: CustomerSent,
  refusals: ['workspace-not-found', 'workspace-suspended', 'code-too-soon', 'too-many-codes'],
})

export const validateRegisterCustomer = endpoint({
  ...given,
  path: `${customer}/validateregister`,
  summary: 'Takes the code of a customer registration and signs in',
  body: CodeBody,
  answer: z.object({ ...tokens, workspaceDomain }),
  refusals: ['customer-not-found', 'workspace-suspended', 'too-many-tries'],
})

export const loginCustomer = endpoint({
  ...given,
  path: `${customer}/login`,
  summary: 'Mails a sign-in code to a customer of a workspace',
  body: CustomerBody,
  answer: CustomerSent,
  refusals: ['workspace-not-found', 'workspace-suspended', 'code-too-soon', 'too-many-codes'],
})

export const validateLoginCustomer = endpoint({
  ...given,
  path: `${customer}/validatelogin`,
  summary: 'Takes a customer sign-in code and signs in',
  body: CodeBody,
  answer: z.object({ ...tokens, workspaceDomain }),
  refusals: ['customer-not-found', 'workspace-suspended', 'too-many-tries'],
})

export const resendCodeCustomer = endpoint({
  ...given,
  path: `${customer}/resend-code`,
  summary: 'Mails a customer a new code for the newest pending one',
  body: z.strictObject({ email: TypedEmail, workspaceName: z.string().max(100).optional() }),
  answer: z.object({ status: z.string() }),
  refusals: ['workspace-not-found', 'workspace-suspended', 'code-too-soon', 'too-many-codes'],
})

export const refreshTokenCustomer = endpoint({
  ...given,
  path: `${customer}/refresh-token`,
  summary: 'Exchanges a customer refresh token for a new pair',
  body: z.strictObject({ refreshToken: z.string().max(200) }),
  answer: z.object({ message: z.literal('AccessTokenRefreshed'), accessToken: z.string(), refreshToken: z.string() }),
  refusals: ['workspace-suspended', 'not-signed-in'],
})

/** For whoever opens the address in the mail of a code on another device, which knows nobody's id. */
export const signInByAddress = endpoint({
  ...given,
  path: '/api/v1/code-sign-ins',
  summary:
    'Takes the newest code of an address, whatever it is for, and signs in; a code that is wrong and an address that waits for none get the same answer',
  body: EmailBody.extend({
    code: z.string().max(100),
    workspaceName: z.string().max(100).optional().describe('For a customer, the label of the workspace'),
  }),
  answer: z.object({
    ...tokens,
    workspaceDomain,
    userGuidId: Id.nullable(),
    purpose: z.enum(['register', 'login', 'invitation', 'customer-register', 'customer-login']).nullable(),
  }),
  refusals: ['user-not-found', 'customer-not-found', 'workspace-suspended', 'too-many-tries'],
})
