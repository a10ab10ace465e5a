import type { ReadCall } from '#server/knowledge-base/articles/show-article.ts'
import { writeChoices, writeSearches } from '#server/knowledge-base/search/queries/log.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { normalQuery } from '#server/search/words/normal-query.ts'
import { createChoices } from './count-choices.ts'
import { createSearchLog } from './search-log.ts'

const writtenEveryMs = 5000
/** New searches per network, so that nobody can flood the log. */
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

type SearchRecord = { query: string; language: string; results: number; shown: string[] }

/** Does not wait. Lost entries do no harm. */
export function noteSearch(call: ReadCall, { query, ...found }: SearchRecord) {
  const { caller, platform } = call
  const normal = normalQuery(query)
  if (normal === '' || !isWithinLimit(call)) return
  const asker = caller.kind === 'member' ? 'team' : caller.kind === 'customer' ? 'customer' : 'visitor'
  keptBy(platform).log.note(readerOf(call), { ...found, query: normal, asker })
  writeSoon(platform)
}

const isWithinLimit = ({ platform, caller }: ReadCall) =>
  platform.limiter.allows(perNetwork, `${caller.workspaceId} ${caller.network}`)

export function noteOpened(call: ReadCall, articleId: string) {
  const { log, choices } = keptBy(call.platform)
  if (!log.open(readerOf(call), articleId)) return
  choices.count(call.caller, articleId)
  writeSoon(call.platform)
}

/** A customer who is not signed in is recognized by network only. */
export function noteRequest({ platform, caller }: Pick<ReadCall, 'platform' | 'caller'>) {
  const { log } = keptBy(platform)
  const { workspaceId, network } = caller
  const asked = [
    { workspaceId: workspaceId!, key: caller.id ?? '', network: '' },
    { workspaceId: workspaceId!, key: '', network },
  ].map((reader) => log.ask(reader))
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
