import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { createWorkspace as contract } from '#contract/workspaces.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { type IdentityTx, wallInto } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/platform.ts'
import { refuseUnknownZone } from '#server/platform/refuse-unknown-zone.ts'
import { declineInvitation, isMerelyInvited } from '#server/team/open-invitation.ts'
import { faultOfDomain, normalizeDomain } from './check-domain.ts'
import { bindAccount, insertFounder, insertWorkspace, isDomainTaken, lockAccount } from './queries.ts'

type Founding = BodyOf<typeof contract> & { rootDomain: string; caller: Caller }

/** Creates the founder's workspace; the founder's tokens act in it from their next call on. */
export async function createWorkspace(tx: IdentityTx, { caller, rootDomain, ...wanted }: Founding) {
  const account = await lockAccount(tx, caller.id)
  if (!account) return refuse('usernotfound')
  const invited = account.workspaceId ? { id: account.id, workspaceId: account.workspaceId } : null
  if (invited && !(await isMerelyInvited(tx, invited))) return refuse('useralreadyhasworkspace')
  const domain = normalizeDomain(wanted.domain)
  const fault = faultOfDomain(domain, rootDomain)
  if (fault) return refuse(fault)
  if (await isDomainTaken(tx, domain)) return refuse('domainalreadyexists')
  refuseUnknownZone(wanted.timeZone)

  const id = randomUUID()
  const walled = await wallInto(tx, id)
  const name = wanted.name || domain
  if (!(await insertWorkspace(walled, { id, domain, name, timeZone: wanted.timeZone })))
    return refuse('domainalreadyexists')
  if (invited) await declineInvitation(tx, invited, caller.network)
  await wallInto(tx, id)
  await bindAccount(tx, account.id, id)
  await insertFounder(walled, {
    id: account.id,
    email: account.email,
    name: wanted.userName ?? '',
    surname: wanted.userSurname ?? '',
  })
  await recordAudit(walled, {
    action: 'workspace.created',
    actor: { type: 'agent', id: account.id },
    network: caller.network,
  })
  return { isThereError: false, error: null, workspaceDomain: domain }
}

const refuse = (error: string) => ({ isThereError: true, error, workspaceDomain: null })
