import { sql } from 'kysely'
import { type IdentityTx, type WorkspaceTx, withinWorkspace } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import type { Account, Customer, Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import {
  endAllSessionsBut,
  endSessionRow,
  hasSession,
  listSessionRows,
} from '#server/workspace/identity/queries/sessions.ts'
import { findMember, insertSignInLog, type Subject } from '#server/workspace/identity/queries/sign-in.ts'

export type SignedIn = Account | Member | Customer

export const subjectOf = (caller: SignedIn): Subject =>
  caller.kind === 'customer' ? { workspaceId: caller.workspaceId, customerId: caller.id } : { accountId: caller.id }

export const listOwnSessions = (tx: IdentityTx, caller: SignedIn) =>
  listSessionsOf(tx, subjectOf(caller), caller.sessionId)

async function listSessionsOf(tx: IdentityTx, subject: Subject, currentId: string) {
  const rows = await listSessionRows(tx, subject)
  return rows.map(({ userAgent, network, ...session }) => ({
    ...session,
    device: describeDevice(userAgent),
    network: hideHost(network),
    isCurrent: session.id === currentId,
  }))
}

export async function endOwnSession(tx: IdentityTx, caller: SignedIn, id: string) {
  if (!(await hasSession(tx, subjectOf(caller), id))) throw new Refusal('not-found')
  await endSessionRow(tx, id, 'signed-out')
  await noteEnd(tx, caller, [{ id }])
}

export async function endOtherOwnSessions(tx: IdentityTx, caller: SignedIn) {
  const ended = await endAllSessionsBut(tx, subjectOf(caller), caller.sessionId, 'signed-out')
  await noteEnd(tx, caller, ended)
}

async function noteEnd(tx: IdentityTx, caller: SignedIn, ended: { id: string }[], subjectId?: string) {
  const sessions = ended.map(({ id }) => id)
  for (const id of sessions) tx.afterwards.sessions.add(id)
  if (caller.kind === 'account') {
    return insertSignInLog(tx, { event: 'session.ended', accountId: caller.id, network: caller.network })
  }
  const entry = { action: 'session.ended', by: sourceOf(caller), subjectId, detail: { sessions } } as const
  await withinWorkspace(tx, caller.workspaceId, (walled) => recordAudit(walled, entry))
}

/** Hides the last part of an IPv4 address. IPv6 networks are stored without the part that identifies a host. */
const hideHost = (network: string | null) => network?.replace(/\.\d+$/, '.x') ?? null

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

export function describeDevice(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? (userAgent.split(/[\s/]/)[0]?.slice(0, 40) || 'Unknown program')
}

export const endSessionsOf = (tx: WorkspaceTx, { with: { memberId } }: NewEvent<'member.deactivated'>) =>
  sql`select end_sessions_of(${memberId})`.execute(tx)

export async function listMemberSessions(tx: IdentityTx, caller: Member, memberId: string) {
  await refuseUnlessJoined(tx, caller, memberId)
  return listSessionsOf(tx, { accountId: memberId }, caller.sessionId)
}

export async function endMemberSession(
  tx: IdentityTx,
  caller: Member,
  { id, sessionId }: { id: string; sessionId: string },
) {
  await refuseUnlessJoined(tx, caller, id)
  if (!(await hasSession(tx, { accountId: id }, sessionId))) throw new Refusal('not-found')
  await endSessionRow(tx, sessionId, 'ended-by-admin')
  await noteEnd(tx, caller, [{ id: sessionId }], id)
}

export async function endMemberSessions(tx: IdentityTx, caller: Member, id: string) {
  await refuseUnlessJoined(tx, caller, id)
  const ended = await endAllSessionsBut(tx, { accountId: id }, caller.sessionId, 'ended-by-admin')
  await noteEnd(tx, caller, ended, id)
}

/** Refuses to show or end sessions of an invited person, who may be signed in to another workspace. */
async function refuseUnlessJoined(tx: IdentityTx, { workspaceId }: Member, id: string) {
  const member = await withinWorkspace(tx, workspaceId, (walled) => findMember(walled, id))
  if (!member || member.status === 'invited') throw new Refusal('member-not-found')
}
