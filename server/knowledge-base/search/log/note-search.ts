import type { ReadCall } from '#server/knowledge-base/articles/show-article.ts'
import { dailyHash } from '#server/knowledge-base/feedback/daily-hash.ts'
import { writeChoices, writeSearches } from '#server/knowledge-base/search/queries/log.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { widerNetworkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { normalQuery } from '#server/search/words/normal-query.ts'
import { createSearchLog } from './search-log.ts'

const writtenEveryMs = 5000
/** Limit of logged searches per network, so that nobody can flood the log. */
const perNetwork = { name: 'search-log', most: 300, perMs: 60 * 60_000 }

type PendingLog = {
  log: ReturnType<typeof createSearchLog>
  choices: ReturnType<typeof createChoices>
  writing: NodeJS.Timeout | undefined
}
const logs = new WeakMap<Platform, PendingLog>()

function keptBy(platform: Platform): PendingLog {
  const kept = logs.get(platform) ?? { log: createSearchLog(), choices: createChoices(), writing: undefined }
  logs.set(platform, kept)
  return kept
}

/** Logs a search in memory, without waiting for the database. Losing some entries does no harm. */
export function noteSearch(
  call: ReadCall,
  { query, ...found }: { query: string; language: string; results: number; shown: string[] },
) {
  const { caller, platform } = call
  const normal = normalQuery(query)
  if (normal === '' || !platform.limiter.allows(perNetwork, `${caller.workspaceId} ${caller.network}`)) return
  const asker = caller.kind === 'member' ? 'team' : caller.kind === 'customer' ? 'customer' : 'visitor'
  keptBy(platform).log.note(readerOf(call), { ...found, query: normal, asker })
  writeSoon(platform)
}

export function noteOpened(call: ReadCall, articleId: string) {
  const { log, choices } = keptBy(call.platform)
  if (!log.open(readerOf(call), articleId)) return
  choices.count(call.caller, articleId)
  writeSoon(call.platform)
}

/** Marks the caller's recent searches, and anonymous searches from the same network, as leading to a ticket. */
export function markTicketCreated({ platform, caller }: Pick<ReadCall, 'platform' | 'caller'>) {
  const { log } = keptBy(platform)
  const { workspaceId, network } = caller
  const asked = [
    { workspaceId: workspaceId!, key: caller.id ?? '', network: '' },
    { workspaceId: workspaceId!, key: '', network },
  ].map((reader) => log.markFollowedByTicket(reader))
  if (asked.includes(true)) writeSoon(platform)
}

const readerOf = ({ caller }: ReadCall) => ({
  workspaceId: caller.workspaceId!,
  key: caller.id ?? '',
  network: caller.id ? '' : caller.network,
})

function writeSoon(platform: Platform) {
  const kept = keptBy(platform)
  kept.writing ??= setTimeout(() => void writeNoted(platform), writtenEveryMs).unref()
}

export async function writeNoted(platform: Platform, workspaceId?: string) {
  const kept = keptBy(platform)
  clearTimeout(kept.writing)
  kept.writing = undefined
  const write = (id: string, work: (tx: WorkspaceTx) => Promise<void>) =>
    inWorkspace(platform.app, id, work).catch((error: unknown) =>
      platform.log.warn({ err: error, workspace: id }, 'searches were not noted'),
    )
  for (const [id, searches] of kept.log.take(workspaceId)) await write(id, (tx) => writeSearches(tx, searches))
  for (const [id, chosen] of kept.choices.take(workspaceId)) await write(id, (tx) => writeChoices(tx, chosen))
}

const mostOfDay = 100_000

/**
 * Counts at most one choice per article, day and network (/24 for IPv4, /48 for IPv6). Stores the network only in
 * memory, as a hash with a daily salt.
 */
export function createChoices() {
  const waiting = new Map<string, Map<string, number>>()
  const counted = new Set<string>()
  const nameOf = dailyHash(() => counted.clear())

  return {
    count(
      { workspaceId, kind, network }: Pick<Caller, 'workspaceId' | 'kind' | 'network'>,
      id: string,
      now = Date.now(),
    ) {
      const name = nameOf(`${workspaceId} ${id} ${widerNetworkOf(network)}`, now)
      // Choices by members of the team do not count, because the team searches on behalf of others.
      if (kind === 'member' || !workspaceId || counted.has(name) || counted.size >= mostOfDay) return
      counted.add(name)
      const chosen = waiting.get(workspaceId) ?? new Map<string, number>()
      waiting.set(workspaceId, chosen.set(id, (chosen.get(id) ?? 0) + 1))
    },
    take(only?: string): [string, Map<string, number>][] {
      const taken = [...waiting].filter(([workspaceId]) => !only || workspaceId === only)
      for (const [workspaceId] of taken) waiting.delete(workspaceId)
      return taken
    },
  }
}
