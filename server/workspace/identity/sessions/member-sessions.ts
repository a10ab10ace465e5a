import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { endAllSessionsBut, endSessionRow, hasSession } from '#server/workspace/identity/queries/sessions.ts'
import { findMember } from '#server/workspace/identity/queries/sign-in.ts'
import { listSessionsOf } from './own-sessions.ts'

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
  await noteEnd(tx, caller, id, [sessionId])
}

/** Ends all sessions of a member, except the current session of the admin. */
export async function endMemberSessions(tx: IdentityTx, caller: Member, id: string) {
  await refuseUnlessJoined(tx, caller, id)
  const ended = await endAllSessionsBut(tx, { accountId: id }, caller.sessionId, 'ended-by-admin')
  await noteEnd(
    tx,
    caller,
    id,
    ended.map((session) => session.id),
  )
}

/** An invited account may be signed in to another workspace, so its sessions are not visible. */
async function refuseUnlessJoined(tx: IdentityTx, { workspaceId }: Member, id: string) {
  const member = await withinWorkspace(tx, workspaceId, (walled) => findMember(walled, id))
  if (!member || member.status === 'invited') throw new Refusal('member-not-found')
}

async function noteEnd(tx: IdentityTx, caller: Member, subjectId: string, sessions: string[]) {
  for (const id of sessions) tx.afterwards.sessions.add(id)
  const entry = { action: 'session.ended', by: sourceOf(caller), subjectId, detail: { sessions } } as const
  await withinWorkspace(tx, caller.workspaceId, (walled) => recordAudit(walled, entry))
}
