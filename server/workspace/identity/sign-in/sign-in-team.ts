import { readEmailAddress } from '#contract/email-address.ts'
import { closedTo } from '#contract/texts.ts'
import { type IdentityTx, type WorkspaceTx, withinWorkspace } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashAddress } from '#server/platform/secrets/keyring.ts'
import { insertAccount, listOpenInvitations, verifyAccount } from '#server/workspace/accounts/accounts.ts'
import { isInvited, registrationStateFor } from '#server/workspace/accounts/registration.ts'
import { recordAudit } from '#server/workspace/audit/record-audit.ts'
import { mailSecurityNotice, sealNotice } from '#server/workspace/identity/jobs.ts'
import {
  findAccount,
  findAccountByEmail,
  findDomain,
  findMember,
  findPendingChallenge,
  hasSignedIn,
  insertSignInLog,
  knowsDevice,
  knowsProgram,
  type Purpose,
} from '#server/workspace/identity/queries/sign-in.ts'
import { openSession } from '#server/workspace/identity/sessions/open-session.ts'
import { describeDevice } from '#server/workspace/identity/sessions/own-sessions.ts'
import { refuseOfSuspended } from '#server/workspace/settings/suspend-workspace.ts'
import { markMemberSeen } from '#server/workspace/team/find-members.ts'
import { acceptInvitation } from '#server/workspace/team/invite.ts'
import { checkCode, type EnteredCode, invalidCode } from './check-code.ts'
import { rememberDevice, type SignInCall, sendCode } from './send-code.ts'

type CodeResponse = { status: string; userGuidId: string | null }

const notSent = (status: string): CodeResponse => ({ status, userGuidId: null })

/** Sends a code to register an address. A status other than `emailsent` is a sentence that the person reads. */
export async function askToRegister(call: SignInCall, typed: string): Promise<CodeResponse> {
  const { tx } = call
  const email = readEmailAddress(typed)
  if (!email) return notSent('Invalid email format')
  const standing = await registrationStateFor(tx, call.platform.settings.registration)
  if (standing === 'closed') return notSent(closedTo(call.platform.settings.operatorContact))
  if (standing === 'invited') return askInvited(call, email)
  const known = await findAccountByEmail(tx, email)
  if (known?.verifiedAt) return notSent('This email already has an account. Sign in instead.')
  const { id } = await insertAccount(tx, email)
  await sendCode(call, { purpose: 'register', subject: { accountId: id }, address: email })
  return { status: 'emailsent', userGuidId: id }
}

// Sends a code only to an invited address. The response is the same for every address, so it reveals neither
// invitations nor accounts.
async function askInvited(call: SignInCall, email: string): Promise<CodeResponse> {
  const { id } = await insertAccount(call.tx, email)
  const isMailed = await isInvited(call.tx, email)
  await sendCode(call, { purpose: 'register', subject: { accountId: id }, address: email, isMailed })
  return { status: 'emailsent', userGuidId: id }
}

export async function askToSignIn(call: SignInCall, typed: string): Promise<CodeResponse> {
  const { tx } = call
  const email = readEmailAddress(typed)
  if (!email) return notSent('invalidemail')
  const account = await findAccountByEmail(tx, email)
  const member = account && (await memberOf(tx, account))
  if (member && member.status !== 'active') return notSent('userisnotactive')
  // An imported member is active but has not verified the address yet. The sign-in code verifies it.
  const isKnown = account?.verifiedAt || member?.status === 'active'
  if (!account) return notSent('userisnothere')
  if (!isKnown)
    return notSent((await listOpenInvitations(tx, account.id)).length > 0 ? 'userisnotactive' : 'userisnothere')
  await sendCode(call, { purpose: 'login', subject: { accountId: account.id }, address: email })
  return { status: 'emailsent', userGuidId: account.id }
}

export async function askToAcceptInvitation(
  call: SignInCall,
  { email: typed, workspaceName }: { email: string; workspaceName?: string | undefined },
): Promise<CodeResponse> {
  const { tx } = call
  const email = readEmailAddress(typed)
  if (!email) return notSent('invalidemail')
  const account = await findAccountByEmail(tx, email)
  if (!account) return notSent('userisnothere')
  if (account.workspaceId) {
    const member = await memberOf(tx, account)
    return notSent(member?.status === 'deactivated' ? 'userisnotactive' : 'userisnothere')
  }
  const invitedTo = await findInvitation(tx, account.id, workspaceName)
  if (!invitedTo) return notSent('userisnothere')
  await withinWorkspace(tx, invitedTo, refuseOfSuspended)
  await sendCode(call, { purpose: 'invitation', subject: { accountId: account.id }, address: email, invitedTo })
  return { status: 'emailsent', userGuidId: account.id }
}

async function findInvitation(tx: IdentityTx, accountId: string, domain: string | undefined) {
  const open = await listOpenInvitations(tx, accountId)
  if (domain === undefined) return open[0]
  for (const workspaceId of open) {
    const place = await withinWorkspace(tx, workspaceId, findDomain)
    if (place.domain === domain) return workspaceId
  }
  return undefined
}

const memberOf = async (tx: IdentityTx, { id, workspaceId }: { id: string; workspaceId: string | null }) =>
  workspaceId ? withinWorkspace(tx, workspaceId, (walled) => findActiveOrInvited(walled, id)) : undefined

/** Finds the member of an account. Refuses an active member of a suspended workspace. */
async function findActiveOrInvited(tx: WorkspaceTx, id: string) {
  const member = await findMember(tx, id)
  if (member?.status === 'active') await refuseOfSuspended(tx)
  return member
}

export const teamPurposes = ['register', 'login', 'invitation'] as const satisfies Purpose[]

export async function resendCode(call: SignInCall, typed: string): Promise<{ status: string }> {
  const { tx } = call
  const email = readEmailAddress(typed)
  if (!email) return { status: 'invalidemail' }
  const pending = await findPendingChallenge(tx, email, teamPurposes)
  if (!pending?.accountId) return { status: 'userisnothere' }
  const { purpose, invitedTo } = pending
  const standing = await registrationStateFor(tx, call.platform.settings.registration)
  if (purpose === 'register' && standing === 'closed') return { status: 'userisnothere' }
  const isMailed = purpose !== 'register' || standing === 'open' || (await isInvited(tx, email))
  await sendCode(call, { purpose, subject: { accountId: pending.accountId }, address: email, invitedTo, isMailed })
  return { status: 'emailsent' }
}

export async function signIn(call: SignInCall, purpose: Purpose, { userGuidId, code }: EnteredCode) {
  const { platform, tx, network, userAgent } = call
  const account = await findAccount(tx, userGuidId)
  if (!account) throw new Refusal('user-not-found')
  const subject = { accountId: account.id }
  const right = await checkCode(call, { purpose, subject, code })
  if (!right) {
    await noteSignIn(call, account, 'sign-in.refused')
    return invalidCode
  }
  await verifyAccount(tx, account.id)
  if (purpose === 'login') await tellOfNewDevice(call, account)
  await rememberDevice(call, account.email)
  const workspaceId = purpose === 'invitation' ? await join(call, account.id, right.invitedTo) : account.workspaceId
  if (purpose === 'invitation' && !workspaceId) return invalidCode
  const joined = workspaceId ? await withinWorkspace(tx, workspaceId, (walled) => comeIn(walled, account.id)) : null
  if (joined && joined.status !== 'active') return invalidCode
  const pair = await openSession(platform, tx, { subject, userAgent, network })
  const event = purpose === 'invitation' ? 'invitation.accepted' : 'sign-in.succeeded'
  await noteSignIn(call, { id: account.id, workspaceId }, event)
  return {
    message: purpose === 'login' || purpose === 'invitation' ? 'LoginSuccess' : 'EmailValidated',
    ...pair,
    email: account.email,
    role: joined?.role ?? 'FreeAdminUser',
    workspaceDomain: joined?.domain ?? null,
  }
}

// Accepts the invitation and returns its workspace. Returns null if the invitation was withdrawn or the account already
// has a workspace.
async function join(
  { tx, network }: SignInCall,
  accountId: string,
  workspaceId: string | null,
): Promise<string | null> {
  if (!workspaceId) return null
  await withinWorkspace(tx, workspaceId, refuseOfSuspended)
  return (await acceptInvitation(tx, { accountId, workspaceId, network })) ? workspaceId : null
}

async function comeIn(tx: WorkspaceTx, id: string) {
  const member = await findMember(tx, id)
  if (!member) return null
  if (member.status === 'active') {
    await refuseOfSuspended(tx)
    await markMemberSeen(tx, id)
  }
  return { ...member, domain: (await findDomain(tx)).domain }
}

async function noteSignIn(
  { tx, network, userAgent }: SignInCall,
  account: { id: string; workspaceId: string | null },
  event: 'sign-in.succeeded' | 'sign-in.refused' | 'invitation.accepted',
) {
  if (!account.workspaceId) return insertSignInLog(tx, { event, accountId: account.id, network })
  const by = { actor: { type: 'agent', id: account.id }, network } as const
  const entry = { action: event, by, detail: { device: describeDevice(userAgent) } }
  return withinWorkspace(tx, account.workspaceId, (walled) => recordAudit(walled, entry))
}

// Mails the member about a sign-in from an unknown browser, but not about the first sign-in. Call this before the
// sign-in is stored, because after that the browser is known.
async function tellOfNewDevice(
  { platform, tx, device, network, userAgent }: SignInCall,
  { id, email }: { id: string; email: string },
) {
  const person = hashAddress(platform.keys, email)
  const isKnown = device ? await knowsDevice(tx, person, device) : await knowsProgram(tx, id, userAgent)
  if (isKnown || !(await hasSignedIn(tx, person, id))) return
  const notice = { address: email, notice: 'new-device', device: describeDevice(userAgent), network } as const
  await enqueue(tx, mailSecurityNotice, sealNotice(platform.keys.seal, notice))
}
