import { recordAudit } from '#server/audit/record-audit.ts'
import {
  findCustomerByEmail,
  findCustomerForSignIn,
  findOrCreateCustomer,
  markRegistered,
} from '#server/customers/customer-accounts.ts'
import { type IdentityTx, wallInto } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findWorkspaceByDomain } from '#server/workspaces/find-workspace.ts'
import { checkCode } from './check-code.ts'
import { normalizeEmail } from './email-address.ts'
import { openSession } from './open-session.ts'
import { findPendingChallenge, type Purpose } from './queries.ts'
import { sendCode } from './send-code.ts'

type Asking = { platform: Platform; tx: IdentityTx; network: string }
type Who = { email: string; workspaceName: string }

/** A customer known only from mail has proved nothing yet: they register like anybody, and the code gives them their tickets. */
export async function askToRegisterCustomer({ platform, tx, network }: Asking, { email: typed, workspaceName }: Who) {
  const workspace = await workspaceNamed(tx, workspaceName)
  const email = normalizeEmail(typed)
  if (!email) return { status: 'Invalid email', customerGuidId: null }
  const walled = await wallInto(tx, workspace.id)
  const known = await findCustomerByEmail(walled, email)
  if (known?.verifiedAt) return { status: 'This email already has an account. Sign in instead.', customerGuidId: null }
  const customerId = known?.id ?? (await findOrCreateCustomer(walled, { email })).id
  const subject = { workspaceId: workspace.id, customerId }
  await sendCode(platform, tx, { purpose: 'customer-register', subject, address: email, network, workspace })
  return { status: 'emailsent', customerGuidId: customerId }
}

export async function askToSignInCustomer({ platform, tx, network }: Asking, { email: typed, workspaceName }: Who) {
  const workspace = await workspaceNamed(tx, workspaceName)
  const email = normalizeEmail(typed)
  if (!email) return { status: 'invalidemail', customerGuidId: null }
  const known = await findCustomerByEmail(await wallInto(tx, workspace.id), email)
  if (!known) return { status: 'userisnothere', customerGuidId: null }
  const subject = { workspaceId: workspace.id, customerId: known.id }
  await sendCode(platform, tx, { purpose: 'customer-login', subject, address: email, network, workspace })
  return { status: 'emailsent', customerGuidId: known.id }
}

const customerPurposes: Purpose[] = ['customer-register', 'customer-login']

export async function resendCustomerCode(
  { platform, tx, network }: Asking,
  { email: typed, workspaceName }: { email: string; workspaceName?: string | undefined },
) {
  const email = normalizeEmail(typed)
  if (!email) return { status: 'invalidemail' }
  const named = workspaceName === undefined ? undefined : await workspaceNamed(tx, workspaceName)
  const pending = await findPendingChallenge(tx, email, customerPurposes, named?.id)
  if (!pending?.workspaceId || !pending.customerId) return { status: 'userisnothere' }
  const subject = { workspaceId: pending.workspaceId, customerId: pending.customerId }
  const customer = await findCustomerForSignIn(tx, pending.customerId)
  const workspace = named ?? (customer ? { name: customer.workspaceName, domain: customer.domain } : undefined)
  await sendCode(platform, tx, {
    purpose: pending.purpose,
    subject,
    address: email,
    network,
    ...(workspace && { workspace }),
  })
  return { status: 'emailsent' }
}

const refused = {
  message: 'InvalidCode',
  accessToken: null,
  refreshToken: null,
  email: null,
  role: null,
  workspaceDomain: null,
}
type Try = { purpose: 'customer-register' | 'customer-login'; userGuidId: string; code: string; userAgent: string }

/** Takes a customer's code; the right one verifies the address and signs in to that workspace alone. */
export async function signInCustomer({ platform, tx, network }: Asking, { purpose, userGuidId, code, userAgent }: Try) {
  const customer = await findCustomerForSignIn(tx, userGuidId)
  if (!customer) throw new Refusal('customer-not-found')
  const subject = { workspaceId: customer.workspaceId, customerId: customer.id }
  const walled = await wallInto(tx, customer.workspaceId)
  const actor = { type: 'customer', id: customer.id } as const
  if (!(await checkCode(platform, tx, { purpose, subject, code, network }))) {
    await recordAudit(walled, { action: 'sign-in.refused', actor, network })
    return refused
  }
  await markRegistered(walled, customer.id)
  const pair = await openSession(platform, tx, { subject, userAgent, network })
  await recordAudit(walled, { action: 'sign-in.succeeded', actor, network })
  return {
    message: purpose === 'customer-register' ? 'EmailValidated' : 'LoginSuccess',
    ...pair,
    email: customer.email,
    role: 'Customer',
    workspaceDomain: customer.domain,
  }
}

async function workspaceNamed(tx: IdentityTx, name: string) {
  const workspace = await findWorkspaceByDomain(tx, name.trim().toLowerCase())
  if (!workspace) throw new Refusal('workspace-not-found')
  return workspace
}
