import { LRUCache } from 'lru-cache'
import { inWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { type FormerKeyUse, writeFormerKeyUse } from './queries.ts'

const writtenEveryMs = 30_000
/** Delay before the first use after a pause is written. It is short, so that a developer sees the use at once. */
const firstWrittenMs = 500
// Maximum number of unwritten uses of all workspaces together. If there are more, the oldest use is dropped.
const mostNoted = 10_000

type PendingUse = FormerKeyUse & { workspaceId: string }

/** Collects uses of former keys in memory and writes them in batches. A crash loses the unwritten uses. */
export function noteFormerKeyUse({ app, log }: Pick<Platform, 'app' | 'log'>) {
  const noted = new LRUCache<string, PendingUse>({ max: mostNoted })
  let timer: NodeJS.Timeout | undefined
  let writtenAt = 0

  async function write() {
    clearTimeout(timer)
    timer = undefined
    writtenAt = Date.now()
    const all = [...noted.values()]
    noted.clear()
    for (const [workspaceId, asks] of Map.groupBy(all, (one) => one.workspaceId))
      await inWorkspace(app, workspaceId, (tx) => writeFormerKeyUse(tx, asks)).catch((error: unknown) =>
        log.warn({ err: error, workspace: workspaceId }, 'who asks by former keys was not noted'),
      )
  }

  return {
    note(workspaceId: string, keyId: string | null, used: { subjectId: string; formerKey: string }[]) {
      const lastAt = new Date().toISOString()
      for (const { subjectId, formerKey } of used)
        noted.set(`${keyId} ${subjectId} ${formerKey}`, { workspaceId, keyId, subjectId, formerKey, lastAt })
      const waitMs = Date.now() - writtenAt < writtenEveryMs ? writtenEveryMs : firstWrittenMs
      timer ??= setTimeout(() => void write(), waitMs).unref()
    },
    write,
  }
}
