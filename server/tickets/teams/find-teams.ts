import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  countTicketsOfTeam,
  findTeamWithAddress,
  holdTeamRow,
  listNameRows,
  listTeamRows,
  type TeamRow,
} from './queries.ts'

export { countTicketsOfTeam as countTicketsOf, listTeamRows as listTeams, type TeamRow }

/** Finds the team that a caller named. The team cannot be deleted before the commit. */
export async function holdTeam(tx: WorkspaceTx, id: string) {
  const team = await holdTeamRow(tx, id)
  if (!team) throw new Refusal('team-not-found')
  return team
}

/** Finds the team whose mail goes to an address, by the part before the @. */
export const findTeamByAddress = findTeamWithAddress

/** Returns the id, or null if the team was deleted meanwhile. */
export const keptTeamId = async (tx: WorkspaceTx, id: string | null) => (id && (await holdTeamRow(tx, id)) ? id : null)

/** Returns the names of teams, including deleted ones. */
export async function findTeamNames(tx: WorkspaceTx, ids: (string | null)[]): Promise<Map<string, string>> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  return new Map((await listNameRows(tx, wanted)).map(({ id, name }) => [id, name]))
}
