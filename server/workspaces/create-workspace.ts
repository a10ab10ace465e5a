import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import { aboutWorkspace } from '#contract/events.ts'
import type { createWorkspace as contract } from '#contract/workspaces.ts'
import { bindAccount, lockAccount } from '#server/accounts/accounts.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { type IdentityTx, type WorkspaceTx, withinWorkspace } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Account, Member } from '#server/platform/http/caller.ts'
import { refuseUnknownZone } from '#server/platform/refuse-unknown-zone.ts'
import { addFounder } from '#server/team/membership.ts'
import { declineInvitation, isMerelyInvited } from '#server/team/open-invitation.ts'
import { faultOfDomain, normalizeDomain } from './check-domain.ts'
import { insertServiceSettings, insertWorkspace, isDomainTaken, type NewWorkspace } from './queries.ts'

type Founding = BodyOf<typeof contract> & { rootDomain: string; caller: Account | Member }

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
  const founder = { ...account, name: wanted.userName ?? '', surname: wanted.userSurname ?? '' }
  const place = { id, domain, name: wanted.name || domain, timeZone: wanted.timeZone }
  const isFounded = await withinWorkspace(tx, id, (walled) => found(walled, place, founder, caller.network))
  if (!isFounded) return refuse('domainalreadyexists')
  if (invited) await declineInvitation(tx, invited, caller.network)
  await bindAccount(tx, account.id, id)
  return { isThereError: false, error: null, workspaceDomain: domain }
}

type Founder = { id: string; email: string; name: string; surname: string }

/** False when somebody else got the name meanwhile. */
async function found(tx: WorkspaceTx, place: NewWorkspace, { id, email, name, surname }: Founder, network: string) {
  if (!(await insertWorkspace(tx, place))) return false
  await insertServiceSettings(tx, { supportName: place.name })
  await addFounder(tx, { id, email, name, surname })
  await recordAudit(tx, { action: 'workspace.created', actor: { type: 'agent', id }, network })
  const subject = aboutWorkspace(place.id)
  await record(tx, { type: 'workspace.founded', subject, by: { actor: { type: 'agent', id } }, audience: 'team' })
  return true
}

const refuse = (error: string) => ({ isThereError: true, error, workspaceDomain: null })
