import { limits } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { takeTurns } from '#server/platform/process/take-turns.ts'

/** Reads that go through all that there is of a model: as many at once as leave most connections to others. */
export const scanInTurn = takeTurns({ atOnce: 3, ofOne: 2, mostWaiting: 40 })

/** Of one member one at once, through however many sessions and keys they ask. */
const inTurnOfMember = takeTurns({ atOnce: Number.POSITIVE_INFINITY, mostWaiting: 40 })

/** So many pages wait at most, each of which holds a connection. */
const mostPages = { ofMember: 2, ofWorkspace: 6 }

type ScanCall = { caller: { id: string; workspaceId: string }; platform: Pick<Platform, 'limiter'> }

/** A scan of the drafts for somebody of the team, when it is their turn. */
export function scanDrafts<T>(
  { caller, platform }: ScanCall,
  work: () => Promise<T>,
  { holdsConnection }: { holdsConnection: boolean },
): Promise<T> {
  platform.limiter.count(limits.draftFilters, caller.id)
  const most = holdsConnection ? mostPages : undefined
  const ofWorkspace = () => scanInTurn(caller.workspaceId, work, most?.ofWorkspace)
  return inTurnOfMember(caller.id, ofWorkspace, most?.ofMember)
}

/** Whether a list asks for what no index knows. */
export const isScan = ({ filter, sort }: { filter?: string | undefined; sort?: string | undefined }) =>
  (filter ?? sort) !== undefined
