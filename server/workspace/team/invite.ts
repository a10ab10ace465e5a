import { sql } from 'kysely'
import { systemActor } from '#contract/events.ts'
import { type IdentityTx, type WorkspaceTx, withinWorkspace } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashAddress } from '#server/platform/secrets/keyring.ts'
import {
  bindAccount,
  forgetAllInvitations,
  forgetInvitation,
  insertAccount,
  keepInvitation,
  lockAccount,
  lockAccountOf,
  releaseAccount,
} from '#server/workspace/accounts/accounts.ts'
import { takeUnsolicited } from '#server/workspace/accounts/take-unsolicited.ts'
import { type AuditSource, recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { activateMember } from './find-members.ts'
import { mailInvitation } from './jobs.ts'
import { findMemberRow, upsertInvitation, withdrawOrDeactivateInvited } from './queries.ts'

type Invitation = { email: string; role: 'AdminUser' | 'TeamUser' }

/**
 * Invites a person by mail. A repeated invitation is mailed only after a pause. During the pause, a call can only
 * change the role and is otherwise refused.
 */
export async function invite({ keys }: Platform, tx: IdentityTx, caller: Member, { email, role }: Invitation) {
  const { workspaceId } = caller
  const { id, member } = await findInvitable(tx, workspaceId, email)
  const person = hashAddress(keys, email)
  const retryAfterSeconds = await secondsUntilInvitable(tx, person)
  const isMailed = retryAfterSeconds === 0
  if (!isMailed && (!member || member.role === role)) throw new Refusal('invited-a-moment-ago', { retryAfterSeconds })
  if (isMailed) await noteInvitationMail(tx, person)
  await keepInvitation(tx, id, workspaceId)
  const action: PreparedInvitation['action'] = member ? 'invitation.repeated' : 'invitation.sent'
  const bidden = { id, email, role, action, isMailed }
  return withinWorkspace(tx, workspaceId, (walled) => sendInvitation(walled, caller, bidden))
}

/** Invites a person without a mail. A second call renews the invitation. */
export async function inviteByOperator(tx: IdentityTx, workspaceId: string, { email, role }: Invitation) {
  const { id, member } = await findInvitable(tx, workspaceId, email)
  await keepInvitation(tx, id, workspaceId)
  await withinWorkspace(tx, workspaceId, async (walled) => {
    await upsertInvitation(walled, { id, email, role, invitedBy: null })
    await recordAudit(walled, {
      action: member ? 'invitation.repeated' : 'invitation.sent',
      by: { actor: systemActor },
      subjectId: id,
      detail: { email, role, by: 'operator' },
    })
  })
}

async function findInvitable(tx: IdentityTx, workspaceId: string, email: string) {
  const { id } = await insertAccount(tx, email)
  const account = await lockAccountOf(tx, email)
  if (account?.workspaceId && account.workspaceId !== workspaceId) throw new Refusal('in-another-workspace')
  const member = await withinWorkspace(tx, workspaceId, (walled) => findMemberRow(walled, id))
  if (member && member.status !== 'invited') throw new Refusal('already-member')
  return { id, member }
}

type PreparedInvitation = Invitation & {
  id: string
  action: 'invitation.sent' | 'invitation.repeated'
  isMailed: boolean
}

async function sendInvitation(
  tx: WorkspaceTx,
  caller: Member,
  { id, email, role, action, isMailed }: PreparedInvitation,
) {
  const invited = await upsertInvitation(tx, { id, email, role, invitedBy: caller.id })
  const inviterName = `${caller.name} ${caller.surname}`
  if (isMailed) await enqueue(tx, mailInvitation, { email, role, inviterName })
  if (isMailed) await takeUnsolicited(tx, 1)
  await recordAudit(tx, {
    action,
    by: sourceOf(caller),
    subjectId: id,
    detail: { email, role },
  })
  return invited
}

export const withdrawInvitation = (tx: IdentityTx, caller: Member, id: string) =>
  withdraw(tx, caller.workspaceId, id, { by: sourceOf(caller) })

export const withdrawByOperator = (tx: IdentityTx, workspaceId: string, id: string) =>
  withdraw(tx, workspaceId, id, { by: { actor: systemActor }, noted: { by: 'operator' } })

type InvitationSource = { by: AuditSource; noted?: Record<string, unknown> }

async function withdraw(tx: IdentityTx, workspaceId: string, id: string, { by, noted }: InvitationSource) {
  await withinWorkspace(tx, workspaceId, async (walled) => {
    const member = await findMemberRow(walled, id)
    if (!member) throw new Refusal('member-not-found')
    if (member.status !== 'invited') throw new Refusal('invitation-not-open')
    await withdrawOrDeactivateInvited(walled, id)
    await recordAudit(walled, {
      action: 'invitation.withdrawn',
      by,
      subjectId: id,
      detail: { email: member.email, ...noted },
    })
  })
  await forgetInvitation(tx, id, workspaceId)
  await releaseAccount(tx, id)
}

const pauseSeconds = 300
const mostADay = 5

// Returns the seconds until any workspace may mail an invitation to this address again, or 0. Simultaneous calls for
// one address run one after the other.
async function secondsUntilInvitable(tx: IdentityTx, person: Buffer): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invitation ${person.toString('hex')}`}, 7))`.execute(tx)
  const { rows } = await sql<{ number: number; sinceLast: number | null; sinceFirst: number | null }>`
    select count(*)::int as number, extract(epoch from now() - max(sent_at))::float8 as since_last,
      extract(epoch from now() - min(sent_at))::float8 as since_first
    from identity.invitation_mails where person = ${person} and sent_at > now() - interval '1 day'`.execute(tx)
  const { number, sinceLast, sinceFirst } = rows[0]!
  if (number >= mostADay) return Math.ceil(24 * 3600 - (sinceFirst ?? 0))
  return sinceLast === null ? 0 : Math.max(0, Math.ceil(pauseSeconds - sinceLast))
}

async function noteInvitationMail(tx: IdentityTx, person: Buffer) {
  await sql`delete from identity.invitation_mails where sent_at < now() - interval '1 day'`.execute(tx)
  await tx.insertInto('identity.invitationMails').values({ person }).execute()
}

type AcceptInput = { accountId: string; workspaceId: string; network: string }

/** Accepts an invitation and declines all others. Returns false if not invited or already in a workspace. */
export async function acceptInvitation(
  tx: IdentityTx,
  { accountId, workspaceId, network }: AcceptInput,
): Promise<boolean> {
  const account = await lockAccount(tx, accountId)
  if (!account || account.workspaceId) return false
  const isMember = await withinWorkspace(tx, workspaceId, (walled) => activateMember(walled, accountId))
  if (!isMember) return false
  await bindAccount(tx, accountId, workspaceId)
  await declineInvitations(tx, { accountId, joined: workspaceId, network })
  return true
}

type DeclineInput = { accountId: string; joined: string | null; network?: string | undefined }

/**
 * Declines all invitations of an account except that to `joined`. This is done when the account gets a workspace, or
 * when another person verified its address (`joined` is null).
 */
export async function declineInvitations(tx: IdentityTx, { accountId, joined, network }: DeclineInput) {
  const by = { actor: { type: 'agent', id: accountId }, network } as const
  for (const workspaceId of await forgetAllInvitations(tx, accountId)) {
    if (workspaceId === joined) continue
    await withinWorkspace(tx, workspaceId, async (walled) => {
      await withdrawOrDeactivateInvited(walled, accountId)
      await recordAudit(walled, { action: 'invitation.declined', by, subjectId: accountId })
    })
  }
}
