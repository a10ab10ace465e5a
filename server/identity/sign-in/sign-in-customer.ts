import { recordAudit } from '#server/audit/record-audit.ts'
import {
  findCustomerByEmail,
  findOrCreateCustomer,
  findPrimaryAddress,
  markRegistered,
} from '#server/customers/customer-accounts.ts'
import { normalizeEmail } from '#server/identity/email-address.ts'
import {
  findDomain,
  findPendingChallenge,
  findWorkspaceOfAsker,
  type Purpose,
} from '#server/identity/queries/sign-in.ts'
import { openSession } from '#server/identity/sessions/open-session.ts'
import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findWorkspaceByDomain } from '#server/workspaces/find-workspace.ts'
import { checkCode } from './check-code.ts'
import { sendCode } from './send-code.ts'

type Call = { platform: Platform; tx: IdentityTx; network: string }
type Who = { email: string; workspaceName: string }

/** A customer known only from mail has proved nothing yet: they register like anybody, and the code gives them their tickets. */
export async function askToRegisterCustomer({ platform, tx, network }: Call, { email: typed, workspaceName }: Who) {
  const workspace = await workspaceNamed(tx, workspaceName)
  const email = normalizeEmail(typed)
  if (!email) return { status: 'Invalid email', customerGuidId: null }
  const customerId = await withinWorkspace(tx, workspace.id, async (walled) => {
    const known = await findCustomerByEmail(walled, email)
    return known?.verifiedAt ? null : (known?.id ?? (await findOrCreateCustomer(walled, { email })).id)
  })
  if (!customerId) return { status: 'This email already has an account. Sign in instead.', customerGuidId: null }
  const subject = { workspaceId: workspace.id, customerId }
  await sendCode(platform, tx, { purpose: 'customer-register', subject, address: email, network, workspace })
  return { status: 'emailsent', customerGuidId: customerId }
}

export async function askToSignInCustomer({ platform, tx, network }: Call, { email: typed, workspaceName }: Who) {
  const workspace = await workspaceNamed(tx, workspaceName)
  const email = normalizeEmail(typed)
  if (!email) return { status: 'invalidemail', customerGuidId: null }
  const known = await withinWorkspace(tx, workspace.id, (walled) => findCustomerByEmail(walled, email))
  if (!known) return { status: 'userisnothere', customerGuidId: null }
  const subject = { workspaceId: workspace.id, customerId: known.id }
  await sendCode(platform, tx, { purpose: 'customer-login', subject, address: email, network, workspace })
  return { status: 'emailsent', customerGuidId: known.id }
}

const customerPurposes: Purpose[] = ['customer-register', 'customer-login']

export async function resendCustomerCode(
  { platform, tx, network }: Call,
  { email: typed, workspaceName }: { email: string; workspaceName?: string | undefined },
) {
  const email = normalizeEmail(typed)
  if (!email) return { status: 'invalidemail' }
  const named = workspaceName === undefined ? undefined : await workspaceNamed(tx, workspaceName)
  const pending = await findPendingChallenge(tx, email, customerPurposes, named?.id)
  if (!pending?.workspaceId || !pending.customerId) return { status: 'userisnothere' }
  const subject = { workspaceId: pending.workspaceId, customerId: pending.customerId }
  const workspace = named ?? (await withinWorkspace(tx, pending.workspaceId, findDomain))
  await sendCode(platform, tx, { purpose: pending.purpose, subject, address: email, network, workspace })
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
export async function signInCustomer({ platform, tx, network }: Call, { purpose, userGuidId, code, userAgent }: Try) {
  const workspaceId = await findWorkspaceOfAsker(tx, userGuidId)
  const customer = workspaceId
    ? await withinWorkspace(tx, workspaceId, (walled) => findPrimaryAddress(walled, userGuidId))
    : undefined
  if (!workspaceId || !customer) throw new Refusal('customer-not-found')
  const subject = { workspaceId, customerId: userGuidId }
  const isRight = await checkCode(platform, tx, { purpose, subject, code, network })
  const domain = await withinWorkspace(tx, workspaceId, async (walled) => {
    const actor = { type: 'customer', id: userGuidId } as const
    await recordAudit(walled, { action: isRight ? 'sign-in.succeeded' : 'sign-in.refused', actor, network })
    if (isRight) await markRegistered(walled, userGuidId)
    return (await findDomain(walled)).domain
  })
  if (!isRight) return refused
  const pair = await openSession(platform, tx, { subject, userAgent, network })
  return {
    message: purpose === 'customer-register' ? 'EmailValidated' : 'LoginSuccess',
    ...pair,
    email: customer.address,
    role: 'Customer',
    workspaceDomain: domain,
  }
}

async function workspaceNamed(tx: IdentityTx, name: string) {
  const workspace = await findWorkspaceByDomain(tx, name.trim().toLowerCase())
  if (!workspace) throw new Refusal('workspace-not-found')
  return workspace
}
