import { limits } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { takeTurns } from '#server/platform/process/take-turns.ts'

/** Limits how many scans of a whole model run at once, so that other requests get connections. */
export const scanInTurn = takeTurns({ atOnce: 3, ofOne: 2, mostWaiting: 40 })

/** Limits each member to one scan at a time, in all sessions and with all keys together. */
const inTurnOfMember = takeTurns({ atOnce: Number.POSITIVE_INFINITY, mostWaiting: 40 })

/** Maximum number of scans that wait while they occupy a database connection, per member and per workspace. */
const mostWaitingWithConnection = { ofMember: 2, ofWorkspace: 6 }

type ScanCall = { caller: { id: string; workspaceId: string }; platform: Pick<Platform, 'limiter'> }

function scanDrafts<T>(
  { caller, platform }: ScanCall,
  work: () => Promise<T>,
  { holdsConnection }: { holdsConnection: boolean },
): Promise<T> {
  platform.limiter.count(limits.draftFilters, caller.id)
  const most = holdsConnection ? mostWaitingWithConnection : undefined
  const ofWorkspace = () => scanInTurn(caller.workspaceId, work, most?.ofWorkspace)
  return inTurnOfMember(caller.id, ofWorkspace, most?.ofMember)
}

type ListQuery = { filter?: string | undefined; sort?: string | undefined }

export const isScan = ({ filter, sort }: ListQuery) => (filter ?? sort) !== undefined

export const scanTurn = { isNeeded: ({ query }: { query: ListQuery }) => isScan(query), take: scanDrafts }
