import type { BodyOf } from '#contract/endpoint.ts'
import { aboutWorkspace } from '#contract/events.ts'
import {
  type changeTeam as changing,
  type createTeam as creating,
  mostTeams,
  type Team,
} from '#contract/tickets/teams.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { type By, following, type NewEvent } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { reservedLocalParts } from '#server/workspace/settings/check-domain.ts'
import { listActiveMembers } from '#server/workspace/team/find-members.ts'
import {
  deleteMemberships,
  deleteTeamRow,
  findDeletedTeam,
  forgetDeletedTeams,
  holdTeams,
  insertTeam,
  listTeamRows,
  lockTeamRow,
  replaceMembers,
  type TeamRow,
  updateTeam,
} from './queries.ts'

type TeamCall = { platform: Platform; tx: WorkspaceTx; caller: Member }

export const listTeams = async (call: Pick<TeamCall, 'platform' | 'tx' | 'caller'>): Promise<Team[]> =>
  (await listTeamRows(call.tx)).map((team) => withMailAddress(call, team))

const withMailAddress = ({ platform, caller }: Pick<TeamCall, 'platform' | 'caller'>, team: TeamRow): Team => ({
  ...team,
  mailAddress: team.address && `${team.address}@${caller.domain}.${platform.settings.inboundDomain}`,
})

export async function createTeam(call: TeamCall, { members, ...team }: BodyOf<typeof creating>): Promise<Team> {
  const { tx } = call
  await holdTeams(tx)
  const others = await listTeamRows(tx)
  if (others.length >= mostTeams) throw new Refusal('too-many-teams')
  refuseTaken(others, team)
  await refuseInactive(tx, members)
  const id = await insertTeam(tx, team)
  await replaceMembers(tx, id, members)
  await tell(call)
  return withMailAddress(call, find(await listTeamRows(tx), id))
}

export async function changeTeam(
  call: TeamCall,
  id: string,
  { base, ...wanted }: BodyOf<typeof changing>,
): Promise<Team> {
  const { tx } = call
  await holdTeams(tx)
  const all = await listTeamRows(tx)
  const current = find(all, id)
  refuseOverwriting({ base, current, wanted })
  if (Object.keys(wanted).length === 0) return withMailAddress(call, current)
  const { members, ...fields } = wanted
  refuseTaken(
    all.filter((team) => team.id !== id),
    fields,
  )
  if (members) {
    await refuseInactive(
      tx,
      members.filter((member) => !current.members.includes(member)),
    )
    await replaceMembers(tx, id, members)
  }
  if (Object.keys(fields).length > 0) await updateTeam(tx, id, fields)
  await tell(call)
  return withMailAddress(call, find(await listTeamRows(tx), id))
}

/** Locks a team that may be deleted. Transactions that are setting it end first. */
export async function lockForDeletion(tx: WorkspaceTx, id: string) {
  await holdTeams(tx)
  const team = await lockTeamRow(tx, id)
  if (!team) throw new Refusal('team-not-found')
  return team
}

/** Deletes a team. If tickets still have it, it is only hidden until a batch has taken them out. */
export async function deleteTeam(
  call: Pick<TeamCall, 'tx' | 'caller'>,
  id: string,
  { hasTickets }: { hasTickets: boolean },
) {
  const { tx } = call
  if (hasTickets) await updateTeam(tx, id, { deletedAt: new Date().toISOString() })
  else await deleteTeamRow(tx, id)
  await forgetDeletedTeams(tx)
  await tell(call)
}

/** Restores a deleted team, because the undo of its deletion moves tickets back to it. */
export async function restoreTeam(tx: WorkspaceTx, id: string, by: Pick<Member, 'id'>) {
  await holdTeams(tx)
  const live = await listTeamRows(tx)
  if (live.some((team) => team.id === id)) return
  if (live.length >= mostTeams) throw new Refusal('too-many-teams')
  const deleted = await findDeletedTeam(tx, id)
  if (!deleted) throw new Refusal('team-not-found')
  refuseTaken(live, { name: deleted.name })
  const isAddressTaken = live.some(({ address }) => address === deleted.address)
  await updateTeam(tx, id, { deletedAt: null, ...(isAddressTaken && { address: null }) })
  await recordChange(tx, byMember(by))
}

/** A member who is deactivated leaves all teams. */
export async function leaveTeams(tx: WorkspaceTx, event: NewEvent<'member.deactivated'>) {
  await holdTeams(tx)
  if (await deleteMemberships(tx, event.with.memberId)) await recordChange(tx, following(event, 'member-deactivated'))
}

function find(teams: TeamRow[], id: string): TeamRow {
  const team = teams.find((one) => one.id === id)
  if (!team) throw new Refusal('team-not-found')
  return team
}

type TakenFields = { name?: string | undefined; address?: string | null | undefined }

function refuseTaken(others: TeamRow[], { name, address }: TakenFields) {
  if (name && others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new Refusal('team-name-taken', { fields: { name: 'Another team has this name' } })
  if (!address) return
  if (address === 'support' || reservedLocalParts.has(address))
    throw new Refusal('invalid', { fields: { address: 'This address is reserved. Choose another one.' } })
  if (others.some((other) => other.address === address))
    throw new Refusal('team-address-taken', { fields: { address: 'Another team has this address' } })
}

async function refuseInactive(tx: WorkspaceTx, memberIds: string[]) {
  if ((await listActiveMembers(tx, memberIds)).length === memberIds.length) return
  throw new Refusal('team-member-not-active', { fields: { members: 'Choose active members' } })
}

async function tell({ tx, caller }: Pick<TeamCall, 'tx' | 'caller'>) {
  await recordChange(tx, byMember(caller))
  await recordAudit(tx, { action: 'workspace.changed', by: sourceOf(caller), detail: { fields: ['teams'] } })
}

const recordChange = (tx: WorkspaceTx, by: By) =>
  record(tx, { type: 'teams.changed', subject: aboutWorkspace(tx.workspaceId), audience: 'team', by })
