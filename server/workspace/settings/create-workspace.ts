import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import { type Actor, aboutWorkspace, systemActor } from '#contract/events.ts'
import type { createWorkspace as contract, workspaceErrors } from '#contract/workspace/settings.ts'
import { type IdentityTx, type WorkspaceTx, withinWorkspace } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Account, Member } from '#server/platform/http/caller.ts'
import { refuseUnknownZone } from '#server/platform/refuse-unknown-zone.ts'
import { bindAccount, insertAccount, lockAccount } from '#server/workspace/accounts/accounts.ts'
import { endInvitation, mayFound, type Registration } from '#server/workspace/accounts/registration.ts'
import { recordAudit } from '#server/workspace/audit/record-audit.ts'
import { addFounder } from '#server/workspace/team/find-members.ts'
import { declineInvitations } from '#server/workspace/team/invite.ts'
import { faultOfDomain, normalizeDomain } from './check-domain.ts'
import { insertServiceSettings, insertWorkspace, isDomainTaken, type NewWorkspace } from './queries.ts'

type WorkspaceRequest = Omit<BodyOf<typeof contract>, 'userName' | 'userSurname'> & { rootDomain: string }
type CreateWorkspaceInput = BodyOf<typeof contract> &
  WorkspaceRequest & { registration: Registration; caller: Account | Member }

export async function createWorkspace(tx: IdentityTx, { caller, registration, ...wanted }: CreateWorkspaceInput) {
  const account = await lockAccount(tx, caller.id)
  if (!account) return refuse('usernotfound')
  if (!(await mayFound(tx, registration, account.email)))
    return refuse(registration === 'invited' ? 'registrationinvited' : 'registrationclosed')
  const founder = { ...account, name: wanted.userName ?? '', surname: wanted.userSurname ?? '' }
  const actor = { type: 'agent', id: account.id } as const
  const created = await createFor(tx, founder, wanted, { actor, network: caller.network })
  if (!created.isThereError) await endInvitation(tx, account.email)
  return created
}

/** Creates a workspace for an address, even if registration is closed. Signing in verifies the address. */
export async function createByOperator(tx: IdentityTx, { email, ...wanted }: WorkspaceRequest & { email: string }) {
  const { id } = await insertAccount(tx, email)
  const account = (await lockAccount(tx, id))!
  return createFor(tx, { ...account, name: '', surname: '' }, wanted, { actor: systemActor })
}

type Founder = { id: string; email: string; workspaceId: string | null; name: string; surname: string }
type CreationSource = { actor: Actor; network?: string }

async function createFor(
  tx: IdentityTx,
  founder: Founder,
  { rootDomain, ...wanted }: WorkspaceRequest,
  by: CreationSource,
) {
  if (founder.workspaceId) return refuse('useralreadyhasworkspace')
  const domain = normalizeDomain(wanted.domain)
  const fault = faultOfDomain(domain, rootDomain)
  if (fault) return refuse(fault)
  if (await isDomainTaken(tx, domain)) return refuse('domainalreadyexists')
  refuseUnknownZone(wanted.timeZone)

  const id = randomUUID()
  const place = { id, domain, name: wanted.name || domain, timeZone: wanted.timeZone }
  const isFounded = await withinWorkspace(tx, id, (walled) => found(walled, place, founder, by))
  if (!isFounded) return refuse('domainalreadyexists')
  await bindAccount(tx, founder.id, id)
  await declineInvitations(tx, { accountId: founder.id, joined: id, network: by.network })
  return { isThereError: false, error: null, workspaceDomain: domain }
}

/** Inserts the workspace with its first admin. Returns false if the domain is already in use. */
async function found(tx: WorkspaceTx, place: NewWorkspace, founder: Founder, { actor, network }: CreationSource) {
  if (!(await insertWorkspace(tx, place))) return false
  const { id, email, name, surname } = founder
  await insertServiceSettings(tx, { supportName: place.name })
  await addFounder(tx, { id, email, name, surname })
  await recordAudit(tx, { action: 'workspace.created', by: { actor, network }, detail: network ? {} : byOperator })
  const subject = aboutWorkspace(place.id)
  await record(tx, { type: 'workspace.founded', subject, by: { actor }, audience: 'team' })
  return true
}

const byOperator = { by: 'operator' }

const refuse = (error: keyof typeof workspaceErrors) => ({ isThereError: true, error, workspaceDomain: null })
