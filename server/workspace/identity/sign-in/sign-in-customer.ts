import { readEmailAddress } from '#contract/email-address.ts'
import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordAudit } from '#server/workspace/audit/record-audit.ts'
import {
  findCustomerByEmail,
  findOrCreateCustomer,
  findPrimaryAddress,
  markRegistered,
} from '#server/workspace/customers/customer-accounts.ts'
import {
  findDomain,
  findPendingChallenge,
  findWorkspaceOfAsker,
  type Purpose,
} from '#server/workspace/identity/queries/sign-in.ts'
import { openSession } from '#server/workspace/identity/sessions/open-session.ts'
import { describeDevice } from '#server/workspace/identity/sessions/own-sessions.ts'
import { findWorkspaceByDomain } from '#server/workspace/settings/find-workspace.ts'
import { refuseOfSuspended } from '#server/workspace/settings/suspend-workspace.ts'
import { checkCode, type EnteredCode, invalidCode } from './check-code.ts'
import { rememberDevice, type SignInCall, sendCode } from './send-code.ts'

type CustomerAddress = { email: string; workspaceName: string }

/**
 * Sends a code to register a customer. Customers who are known only from mail can register too. The code verifies their
 * address and gives access to their tickets.
 */
export async function askToRegisterCustomer(call: SignInCall, { email: typed, workspaceName }: CustomerAddress) {
  const { tx } = call
  const workspace = await workspaceNamed(tx, workspaceName)
  const email = readEmailAddress(typed)
  if (!email) return { status: 'Invalid email', customerGuidId: null }
  const customerId = await withinWorkspace(tx, workspace.id, async (walled) => {
    const known = await findCustomerByEmail(walled, email)
    return known?.verifiedAt ? null : (known?.id ?? (await findOrCreateCustomer(walled, { email })).id)
  })
  if (!customerId) return { status: 'This email already has an account. Sign in instead.', customerGuidId: null }
  const subject = { workspaceId: workspace.id, customerId }
  await sendCode(call, { purpose: 'customer-register', subject, address: email, workspace })
  return { status: 'emailsent', customerGuidId: customerId }
}

export async function askToSignInCustomer(call: SignInCall, { email: typed, workspaceName }: CustomerAddress) {
  const { tx } = call
  const workspace = await workspaceNamed(tx, workspaceName)
  const email = readEmailAddress(typed)
  if (!email) return { status: 'invalidemail', customerGuidId: null }
  const known = await withinWorkspace(tx, workspace.id, (walled) => findCustomerByEmail(walled, email))
  if (!known) return { status: 'userisnothere', customerGuidId: null }
  const subject = { workspaceId: workspace.id, customerId: known.id }
  await sendCode(call, { purpose: 'customer-login', subject, address: email, workspace })
  return { status: 'emailsent', customerGuidId: known.id }
}

export const customerPurposes = ['customer-register', 'customer-login'] as const satisfies Purpose[]

export async function resendCustomerCode(
  call: SignInCall,
  { email: typed, workspaceName }: { email: string; workspaceName?: string | undefined },
) {
  const { tx } = call
  const email = readEmailAddress(typed)
  if (!email) return { status: 'invalidemail' }
  const named = workspaceName === undefined ? undefined : await workspaceNamed(tx, workspaceName)
  const pending = await findPendingChallenge(tx, email, customerPurposes, named?.id)
  if (!pending?.workspaceId || !pending.customerId) return { status: 'userisnothere' }
  const subject = { workspaceId: pending.workspaceId, customerId: pending.customerId }
  await withinWorkspace(tx, pending.workspaceId, refuseOfSuspended)
  const workspace = named ?? (await withinWorkspace(tx, pending.workspaceId, findDomain))
  await sendCode(call, { purpose: pending.purpose, subject, address: email, workspace })
  return { status: 'emailsent' }
}

export async function signInCustomer(
  call: SignInCall,
  purpose: (typeof customerPurposes)[number],
  { userGuidId, code }: EnteredCode,
) {
  const { platform, tx, network, userAgent } = call
  const workspaceId = await findWorkspaceOfAsker(tx, userGuidId)
  const customer = workspaceId
    ? await withinWorkspace(tx, workspaceId, (walled) => findPrimaryAddress(walled, userGuidId))
    : undefined
  if (!workspaceId || !customer) throw new Refusal('customer-not-found')
  const subject = { workspaceId, customerId: userGuidId }
  const right = await checkCode(call, { purpose, subject, code })
  const domain = await withinWorkspace(tx, workspaceId, async (walled) => {
    await refuseOfSuspended(walled)
    const actor = { type: 'customer', id: userGuidId } as const
    const action = right ? 'sign-in.succeeded' : 'sign-in.refused'
    await recordAudit(walled, { action, by: { actor, network }, detail: { device: describeDevice(userAgent) } })
    if (right) await markRegistered(walled, userGuidId, right.address)
    return (await findDomain(walled)).domain
  })
  if (!right) return invalidCode
  await rememberDevice(call, right.address)
  const pair = await openSession(platform, tx, { subject, userAgent, network })
  return {
    message: purpose === 'customer-register' ? 'EmailValidated' : 'LoginSuccess',
    ...pair,
    email: customer.address,
    role: 'Customer',
    workspaceDomain: domain,
  }
}

export async function workspaceNamed(tx: IdentityTx, name: string) {
  const workspace = await findWorkspaceByDomain(tx, name.trim().toLowerCase())
  if (!workspace) throw new Refusal('workspace-not-found')
  if (workspace.suspendedAt) throw new Refusal('workspace-suspended')
  return workspace
}
