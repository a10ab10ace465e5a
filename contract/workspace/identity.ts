import { z } from 'zod'
import { endpoint, Id } from '#contract/endpoint.ts'

export const identityRefusals = {
  'user-not-found': { status: 404, text: 'User not found' },
  'customer-not-found': { status: 404, text: 'Customer not found' },
  'code-too-soon': { status: 429, text: 'A code was sent a moment ago. Wait a little before you request another.' },
  'too-many-codes': { status: 429, text: 'Too many codes were requested from this network. Try again later.' },
  'too-many-tries': { status: 429, text: 'Too many wrong codes were entered from this network. Try again later.' },
} as const

export const codeLifeMinutes = 10
export const mostCodeTries = 5
export const codeResendSeconds = 30

/** A typed e-mail address. Not validated here, because these endpoints do not refuse a malformed address. */
const TypedEmail = z.string().max(1000)
const EmailBody = z.strictObject({ email: TypedEmail })
const InvitedBody = EmailBody.extend({
  workspaceName: z
    .string()
    .max(100)
    .optional()
    .describe('Domain of the workspace to join. Default: the workspace with the latest invitation'),
})
const CodeBody = z.strictObject({ userGuidId: Id, code: z.string().max(100) })

const Sent = z.object({
  status: z.string().describe('`emailsent`, or the reason why no mail was sent'),
  userGuidId: Id.nullable(),
})
const CustomerSent = z.object({ status: z.string(), customerGuidId: Id.nullable() })

const SignedIn = z.object({
  message: z.string().describe('`EmailValidated` or `LoginSuccess` if the code is right, otherwise `InvalidCode`'),
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  workspaceDomain: z.string().nullable().describe('null before a workspace is created'),
})

const ofSignIn = { method: 'POST', for: ['anyone'], counts: 'sign-in', needs: [], isRepeatable: false } as const
const sendsCode = { ...ofSignIn, refusals: ['workspace-suspended', 'code-too-soon', 'too-many-codes'] } as const
const sendsCustomerCode = { ...ofSignIn, refusals: ['workspace-not-found', ...sendsCode.refusals] } as const
const signsIn = {
  ...ofSignIn,
  body: CodeBody,
  answer: SignedIn,
  refusals: ['workspace-suspended', 'user-not-found', 'too-many-tries'],
} as const
const signsInCustomer = {
  ...signsIn,
  refusals: ['customer-not-found', 'workspace-suspended', 'too-many-tries'],
} as const
const team = '/api/StartupToolsIdentity'
const customer = '/api/StartupToolsCustomerIdentity'

export const showRegistration = endpoint({
  method: 'GET',
  path: '/api/v1/registration',
  for: ['anyone'],
  summary: 'Who can register a workspace here, and the contact address',
  answer: z.object({
    standing: z.enum(['open', 'invited', 'closed']).describe('Everyone, people invited by the operator, or no one'),
    contact: z.string().nullable().describe('E-mail address of the operator, if it is set'),
  }),
})

export const register = endpoint({
  ...sendsCode,
  path: `${team}/register`,
  summary: 'Sends a code to a new team address',
  body: EmailBody,
  answer: Sent,
})

export const validateRegister = endpoint({
  ...signsIn,
  path: `${team}/validateregister`,
  summary: 'Signs in with the code of a registration',
})

export const invitationLogin = endpoint({
  ...sendsCode,
  path: `${team}/invitationlogin`,
  summary: 'Sends a code to an invited address',
  body: InvitedBody,
  answer: Sent,
})

export const validateInvitationLogin = endpoint({
  ...signsIn,
  path: `${team}/validateinvitationlogin`,
  summary: 'Signs in with the code of an invitation',
})

export const login = endpoint({
  ...sendsCode,
  path: `${team}/login`,
  summary: 'Sends a sign-in code to a team address',
  body: EmailBody,
  answer: Sent,
})

export const validateLogin = endpoint({
  ...signsIn,
  path: `${team}/validatelogin`,
  summary: 'Signs in with a sign-in code',
})

export const resendCode = endpoint({
  ...sendsCode,
  path: `${team}/resend-code`,
  summary: 'Sends a new code that replaces the latest one of an address',
  body: EmailBody,
  answer: z.object({ status: z.string() }),
})

export const refreshToken = endpoint({
  ...ofSignIn,
  path: `${team}/refresh-token`,
  summary: 'Exchanges a refresh token for a new access token and refresh token',
  body: z.strictObject({ refreshToken: z.string().max(200) }),
  answer: z.object({ accessToken: z.string(), refreshToken: z.string() }),
  refusals: ['workspace-suspended', 'not-signed-in'],
})

const CustomerBody = z.strictObject({ email: TypedEmail, workspaceName: z.string().max(100) })

export const registerCustomer = endpoint({
  ...sendsCustomerCode,
  path: `${customer}/register`,
  summary: 'Sends a code to a new customer address of a workspace',
  body: CustomerBody,
  answer: CustomerSent,
})

export const validateRegisterCustomer = endpoint({
  ...signsInCustomer,
  path: `${customer}/validateregister`,
  summary: 'Signs in with the code of a customer registration',
})

export const loginCustomer = endpoint({
  ...sendsCustomerCode,
  path: `${customer}/login`,
  summary: 'Sends a sign-in code to a customer of a workspace',
  body: CustomerBody,
  answer: CustomerSent,
})

export const validateLoginCustomer = endpoint({
  ...signsInCustomer,
  path: `${customer}/validatelogin`,
  summary: 'Signs in with the sign-in code of a customer',
})

export const resendCodeCustomer = endpoint({
  ...sendsCustomerCode,
  path: `${customer}/resend-code`,
  summary: 'Sends a customer a new code that replaces the latest one',
  body: z.strictObject({ email: TypedEmail, workspaceName: z.string().max(100).optional() }),
  answer: z.object({ status: z.string() }),
})

export const refreshTokenCustomer = endpoint({
  ...ofSignIn,
  path: `${customer}/refresh-token`,
  summary: 'Exchanges the refresh token of a customer for a new access token and refresh token',
  body: z.strictObject({ refreshToken: z.string().max(200) }),
  answer: z.object({ message: z.literal('AccessTokenRefreshed'), accessToken: z.string(), refreshToken: z.string() }),
  refusals: ['workspace-suspended', 'not-signed-in'],
})

/** Signs in by address and code, for devices that do not have the id of the code request. */
export const signInByAddress = endpoint({
  ...ofSignIn,
  path: '/api/v1/code-sign-ins',
  summary:
    'Signs in with the latest code of an address. A wrong code and an address without a code get the same response',
  body: EmailBody.extend({
    code: z.string().max(100),
    workspaceName: z.string().max(100).optional().describe('For customers: the domain of the workspace'),
  }),
  answer: SignedIn.extend({
    userGuidId: Id.nullable(),
    purpose: z.enum(['register', 'login', 'invitation', 'customer-register', 'customer-login']).nullable(),
  }),
  refusals: ['user-not-found', 'customer-not-found', 'workspace-suspended', 'too-many-tries'],
})
