import { systemActor } from '#contract/events.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { mostAddressChanges } from '#contract/workspace/address-change.ts'
import { type IdentityTx, type WorkspaceTx, withinWorkspace } from '#server/platform/database.ts'
import type { Customer, Member, Person } from '#server/platform/http/caller.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashAddress } from '#server/platform/secrets/keyring.ts'
import {
  lockAccount,
  lockAccountOf,
  releaseAccount,
  renameAccount,
  unverifyAccount,
} from '#server/workspace/accounts/accounts.ts'
import { type AuditSource, recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { replaceAddress } from '#server/workspace/customers/customer-accounts.ts'
import { mailSecurityNotice, sealNotice } from '#server/workspace/identity/jobs.ts'
import { endAllSessionsBut } from '#server/workspace/identity/queries/sessions.ts'
import {
  countAddressChanges,
  endChallenges,
  findAccountByEmail,
  findDomain,
  lockAddresses,
  moveDevices,
  reviveChallenge,
  type Subject,
} from '#server/workspace/identity/queries/sign-in.ts'
import { subjectOf } from '#server/workspace/identity/sessions/own-sessions.ts'
import { checkCode } from '#server/workspace/identity/sign-in/check-code.ts'
import { rememberDevice, type SignInCall, sendCode } from '#server/workspace/identity/sign-in/send-code.ts'
import { renameMember } from '#server/workspace/team/find-members.ts'
import { declineInvitations } from '#server/workspace/team/invite.ts'

/**
 * Sends a code to the old and another code to the new address. A stolen browser or a stolen mailbox alone is then not
 * enough to take over an account.
 */
export async function askForAddressChange(call: SignInCall, caller: Person, newAddress: string) {
  const { tx } = call
  const subject = subjectOf(caller)
  if (newAddress === caller.email)
    throw new Refusal('own-address', { fields: { email: 'This is already your address' } })
  await lockAddresses(tx, [caller.email, newAddress])
  if ((await countAddressChanges(tx, subject)) >= mostAddressChanges) throw new Refusal('too-many-address-changes')
  const isCustomer = caller.kind === 'customer'
  const workspace = isCustomer ? await withinWorkspace(tx, caller.workspaceId, findDomain) : undefined
  const shared = { subject, newAddress, ...(workspace && { workspace }) }
  const isSent = await sendCode(call, { ...shared, purpose: 'address-old', address: caller.email })
  // `caller.email` belongs to the caller, so this refusal reveals nothing about other people.
  if (!isSent)
    throw new Refusal('too-many-codes', {
      detail: `${shownAddress(caller.email)} got too many unused codes. Try again in an hour.`,
      retryAfterSeconds: 3600,
    })
  const isMailed = isCustomer || isFree(await findAccountByEmail(tx, newAddress))
  await sendCode(call, { ...shared, purpose: 'address-new', address: newAddress, isMailed })
}

// Returns whether a member may change to the address of this account. An unverified account without a workspace does
// not block its address.
const isFree = (account: { verifiedAt: string | null; workspaceId: string | null } | undefined) =>
  !account?.verifiedAt && !account?.workspaceId

type Codes = { oldCode: string; newCode: string }

/** Changes the caller's address. Returns refusals, because a throw would roll back the count of wrong codes. */
export async function changeAddress(
  call: SignInCall,
  caller: Person,
  codes: Codes,
): Promise<{ email: string } | Refusal> {
  const newAddress = await readAddress(call, caller, codes)
  if (newAddress instanceof Refusal) return newAddress
  await lockAddresses(call.tx, [caller.email, newAddress])
  const isTaken =
    caller.kind === 'customer'
      ? !(await giveToCustomer(call, caller, newAddress))
      : !(await giveToMember(call, caller, newAddress))
  return isTaken ? new Refusal('address-taken') : { email: newAddress }
}

const giveToMember = (
  call: Pick<SignInCall, 'tx' | 'platform'>,
  caller: Member,
  newAddress: string,
): Promise<boolean> => renameTo(call, { ...caller, keptSession: caller.sessionId, by: sourceOf(caller) }, newAddress)

type OperatorChange = { tx: IdentityTx; keys: NoticeKeys; workspaceId: string; id: string; email: string }

/**
 * Changes the address of a member. Ends all sessions of the member. The new address is verified by the next sign-in
 * code. Returns false if another account has the new address.
 */
export async function changeAddressByOperator(operated: OperatorChange, newAddress: string): Promise<boolean> {
  const { tx, keys, ...member } = operated
  await lockAddresses(tx, [member.email, newAddress])
  const operator = { ...member, keptSession: null, by: { actor: systemActor }, noted: { by: 'operator' } }
  if (!(await renameTo({ tx, platform: { keys } }, operator, newAddress))) return false
  await unverifyAccount(tx, member.id)
  return true
}

type AddressChange = Pick<Member, 'id' | 'email' | 'workspaceId'> & {
  keptSession: string | null
  by: AuditSource
  noted?: Record<string, unknown>
}

async function renameTo({ tx, platform }: NoticeContext, person: AddressChange, newAddress: string): Promise<boolean> {
  const { id, email: old, workspaceId, by } = person
  await lockAccount(tx, id)
  if (!(await freeAddress(tx, { id, network: by.network }, newAddress))) return false
  await renameAccount(tx, id, newAddress)
  await moveDevices(tx, hashAddress(platform.keys, old), hashAddress(platform.keys, newAddress))
  const ended = await endOthers(tx, { subject: { accountId: id }, id, keptSession: person.keptSession })
  await withinWorkspace(tx, workspaceId, async (walled) => {
    await renameMember(walled, id, newAddress)
    await noteChange(walled, person, { newAddress, ended })
  })
  await tellOldAddress({ tx, platform }, { old, newAddress })
  return true
}

// Gives the new address to the customer. Returns false if another customer has it: the caller must not get the tickets
// of that customer.
async function giveToCustomer(call: SignInCall, caller: Customer, newAddress: string): Promise<boolean> {
  const { tx } = call
  const { email: old } = caller
  const workspace = await withinWorkspace(tx, caller.workspaceId, async (walled) => {
    const isGiven = await replaceAddress(walled, caller.id, { from: old, to: newAddress })
    return isGiven ? findDomain(walled) : undefined
  })
  if (!workspace) return false
  await rememberDevice(call, newAddress)
  const ended = await endOthers(tx, { subject: subjectOf(caller), id: caller.id, keptSession: caller.sessionId })
  const person = { ...caller, by: sourceOf(caller) }
  await withinWorkspace(tx, caller.workspaceId, (walled) => noteChange(walled, person, { newAddress, ended }))
  await tellOldAddress(call, { old, newAddress, workspace })
  return true
}

type SessionsToEnd = { subject: Subject; id: string; keptSession: string | null }

async function endOthers(tx: IdentityTx, { subject, id: personId, keptSession }: SessionsToEnd): Promise<string[]> {
  await endChallenges(tx, subject)
  const ended = await endAllSessionsBut(tx, subject, keptSession, 'address-changed')
  for (const id of [personId, ...ended.map((session) => session.id)]) tx.afterwards.sessions.add(id)
  return ended.map(({ id }) => id)
}

type AuditedChange = Pick<AddressChange, 'id' | 'email' | 'by' | 'noted'>

const noteChange = (tx: WorkspaceTx, { id, email, by, noted }: AuditedChange, { newAddress, ended }: ChangeOutcome) =>
  recordAudit(tx, {
    action: 'address.changed',
    by,
    subjectId: id,
    detail: { old: { email }, new: { email: newAddress }, sessions: ended, ...noted },
  })

type ChangeOutcome = { newAddress: string; ended: string[] }

type ChangeNotice = { old: string; newAddress: string; workspace?: { name: string; domain: string } }

type NoticeKeys = Pick<SignInCall['platform']['keys'], 'codePepper' | 'seal'>
type NoticeContext = { tx: IdentityTx; platform: { keys: NoticeKeys } }

async function tellOldAddress({ tx, platform }: NoticeContext, { old, newAddress, workspace }: ChangeNotice) {
  const notice = { address: old, notice: 'address-changed', newAddress: shownAddress(newAddress) } as const
  const sealed = sealNotice(platform.keys.seal, workspace ? { ...notice, workspace } : notice)
  await enqueue(tx, mailSecurityNotice, sealed)
}

async function readAddress(call: SignInCall, caller: Person, { oldCode, newCode }: Codes): Promise<string | Refusal> {
  const subject = subjectOf(caller)
  const right = await checkCode(call, { purpose: 'address-new', subject, code: newCode })
  if (!right) return wrong('newCode')
  const { address: newAddress } = right
  if (await checkCode(call, { purpose: 'address-old', subject, code: oldCode, newAddress })) return newAddress
  await reviveChallenge(call.tx, right.id)
  return wrong('oldCode')
}

const wrong = (name: keyof Codes) => new Refusal('wrong-codes', { fields: { [name]: 'Wrong or expired code' } })

async function freeAddress(
  tx: IdentityTx,
  { id, network }: { id: string; network?: string | undefined },
  address: string,
): Promise<boolean> {
  const other = await lockAccountOf(tx, address)
  if (!other || other.id === id) return true
  if (!isFree(other)) return false
  await declineInvitations(tx, { accountId: other.id, joined: null, network })
  await releaseAccount(tx, other.id)
  return true
}
