import { mostAddressChanges } from '#contract/address-change.ts'
import { shownAddress } from '#contract/shown-address.ts'
import { lockAccount, lockAccountOf, releaseAccount, renameAccount } from '#server/accounts/accounts.ts'
import { recordAudit, sourceOf } from '#server/audit/record-audit.ts'
import { mailSecurityNotice, sealNotice } from '#server/identity/jobs.ts'
import { endAllSessionsBut } from '#server/identity/queries/sessions.ts'
import {
  countAddressChanges,
  endChallenges,
  findAccountByEmail,
  lockAddresses,
  moveDevices,
  reviveChallenge,
} from '#server/identity/queries/sign-in.ts'
import { checkCode } from '#server/identity/sign-in/check-code.ts'
import { type Asking, sendCode } from '#server/identity/sign-in/send-code.ts'
import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashAddress } from '#server/platform/secrets/hash-address.ts'
import { renameMember } from '#server/team/membership.ts'
import { declineInvitations } from '#server/team/open-invitation.ts'

/** Two codes, so that neither who has a browser of somebody nor who has their mailbox takes the account over alone. */
export async function askForAddressChange(call: Asking, caller: Member, newAddress: string) {
  const { tx } = call
  if (newAddress === caller.email)
    throw new Refusal('own-address', { fields: { email: 'This is your address already' } })
  await lockAddresses(tx, [caller.email, newAddress])
  if ((await countAddressChanges(tx, caller.id)) >= mostAddressChanges) throw new Refusal('too-many-address-changes')
  const subject = { accountId: caller.id }
  const isSent = await sendCode(call, { purpose: 'address-old', subject, address: caller.email, newAddress })
  // It is their own address, of which they may know.
  if (!isSent)
    throw new Refusal('too-many-codes', {
      detail: `${shownAddress(caller.email)} was sent many codes that were not used. Try again in an hour.`,
      retryAfterSeconds: 3600,
    })
  const isMailed = isFree(await findAccountByEmail(tx, newAddress))
  await sendCode(call, { purpose: 'address-new', subject, address: newAddress, newAddress, isMailed })
}

/** An account that nobody proved, and that is in no workspace, keeps an address from nobody. */
const isFree = (account: { verifiedAt: string | null; workspaceId: string | null } | undefined) =>
  !account?.verifiedAt && !account?.workspaceId

type Codes = { oldCode: string; newCode: string }

/** A refusal is returned, so that a wrong code counts. */
export async function changeAddress(call: Asking, caller: Member, codes: Codes): Promise<{ email: string } | Refusal> {
  const { tx, platform } = call
  const { email: old } = caller
  const newAddress = await readAddress(call, caller, codes)
  if (newAddress instanceof Refusal) return newAddress
  await lockAddresses(tx, [old, newAddress])
  await lockAccount(tx, caller.id)
  if (!(await freeAddress(tx, caller, newAddress))) return new Refusal('address-taken')
  await renameAccount(tx, caller.id, newAddress)
  await moveDevices(tx, hashAddress(platform.keys, old), hashAddress(platform.keys, newAddress))
  await endChallenges(tx, caller.id)
  const ended = await endAllSessionsBut(tx, { accountId: caller.id }, caller.sessionId, 'address-changed')
  for (const id of [caller.id, ...ended.map((session) => session.id)]) tx.afterwards.sessions.add(id)
  await withinWorkspace(tx, caller.workspaceId, async (walled) => {
    await renameMember(walled, caller.id, newAddress)
    await recordAudit(walled, {
      action: 'address.changed',
      by: sourceOf(caller),
      subjectId: caller.id,
      detail: { old: { email: old }, new: { email: newAddress }, sessions: ended.map(({ id }) => id) },
    })
  })
  const notice = { address: old, notice: 'address-changed', newAddress: shownAddress(newAddress) } as const
  await enqueue(tx, mailSecurityNotice, sealNotice(platform.keys.seal, notice))
  return { email: newAddress }
}

/** The new address, where both codes are right and of one change. */
async function readAddress(call: Asking, { id }: Member, { oldCode, newCode }: Codes): Promise<string | Refusal> {
  const subject = { accountId: id }
  const right = await checkCode(call, { purpose: 'address-new', subject, code: newCode })
  if (!right) return wrong('newCode')
  const { address: newAddress } = right
  if (await checkCode(call, { purpose: 'address-old', subject, code: oldCode, newAddress })) return newAddress
  await reviveChallenge(call.tx, right.id)
  return wrong('oldCode')
}

const wrong = (name: keyof Codes) => new Refusal('wrong-codes', { fields: { [name]: 'Wrong or expired code' } })

/** Whoever invites the address, or began to register it, has not proved it. */
async function freeAddress(tx: IdentityTx, { id, network }: Member, address: string): Promise<boolean> {
  const other = await lockAccountOf(tx, address)
  if (!other || other.id === id) return true
  if (!isFree(other)) return false
  await declineInvitations(tx, { accountId: other.id, joined: null, network })
  await releaseAccount(tx, other.id)
  return true
}
