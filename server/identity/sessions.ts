import { recordAudit } from '#server/audit/record-audit.ts'
import { type IdentityTx, wallInto } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { describeDevice } from './describe-device.ts'
import { insertSignInLog, type Subject } from './queries.ts'
import { endAllSessionsBut, endSessionRow, hasSession, listSessionRows } from './session-queries.ts'

export const subjectOf = ({ kind, id, workspaceId }: Caller): Subject =>
  kind === 'team' ? { accountId: id } : { workspaceId: workspaceId!, customerId: id }

export async function listOwnSessions(tx: IdentityTx, caller: Caller) {
  const rows = await listSessionRows(tx, subjectOf(caller))
  return rows.map(({ userAgent, network, ...session }) => ({
    ...session,
    device: describeDevice(userAgent),
    network: hideHost(network),
    isCurrent: session.id === caller.sessionId,
  }))
}

export async function endOwnSession(tx: IdentityTx, caller: Caller, id: string) {
  if (!(await hasSession(tx, subjectOf(caller), id))) throw new Refusal('not-found')
  await endSessionRow(tx, id, 'signed-out')
  await noteEnd(tx, caller, [id])
}

export async function endOtherOwnSessions(tx: IdentityTx, caller: Caller) {
  const ended = await endAllSessionsBut(tx, subjectOf(caller), caller.sessionId)
  await noteEnd(
    tx,
    caller,
    ended.map(({ id }) => id),
  )
}

async function noteEnd(tx: IdentityTx, caller: Caller, ids: string[]) {
  for (const id of ids) tx.announcements.sessions.add(id)
  const { id, kind, workspaceId, network } = caller
  if (!workspaceId) return insertSignInLog(tx, { event: 'session.ended', accountId: id, network })
  const actor = { type: kind === 'team' ? 'agent' : 'customer', id } as const
  await recordAudit(await wallInto(tx, workspaceId), {
    action: 'session.ended',
    actor,
    detail: { sessions: ids },
    network,
  })
}

/** The list shows where roughly a session is, not the whole address. */
const hideHost = (network: string | null) => network?.replace(/\.\d+$/, '.x') ?? null
