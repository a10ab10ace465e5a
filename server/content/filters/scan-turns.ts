import { limits } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { takeTurns } from '#server/platform/process/take-turns.ts'

/** Reads of all rows of a model. Their number is limited so that other requests get connections. */
export const scanInTurn = takeTurns({ atOnce: 3, ofOne: 2, mostWaiting: 40 })

/** One scan at a time per member, across all sessions and keys. */
const inTurnOfMember = takeTurns({ atOnce: Number.POSITIVE_INFINITY, mostWaiting: 40 })

/** Maximum number of waiting scans. Each holds a connection. */
const mostPages = { ofMember: 2, ofWorkspace: 6 }

type ScanCall = { caller: { id: string; workspaceId: string }; platform: Pick<Platform, 'limiter'> }

/** Scans drafts for a member when it is their turn. */
function scanDrafts<T>(
  { caller, platform }: ScanCall,
  work: () => Promise<T>,
  { holdsConnection }: { holdsConnection: boolean },
): Promise<T> {
  platform.limiter.count(limits.draftFilters, caller.id)
  const most = holdsConnection ? mostPages : undefined
  const ofWorkspace = () => scanInTurn(caller.workspaceId, work, most?.ofWorkspace)
  return inTurnOfMember(caller.id, ofWorkspace, most?.ofMember)
}

type ListQuery = { filter?: string | undefined; sort?: string | undefined }

export const isScan = ({ filter, sort }: ListQuery) => (filter ?? sort) !== undefined

/** Lists of drafts without an index wait for their turn. */
export const scanTurn = { isNeeded: ({ query }: { query: ListQuery }) => isScan(query), take: scanDrafts }
