import { LRUCache } from 'lru-cache'
import { inWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { type FormerAsk, writeAsks } from './queries.ts'

const writtenEveryMs = 30_000
/** The first ask after a pause is written sooner, so that a developer who tries a key sees it. */
const firstWrittenMs = 500
/** Of all workspaces; who asked longest ago is forgotten first, and noted again when they ask again. */
const mostNoted = 10_000

type Noted = FormerAsk & { workspaceId: string }

/** Who asks by former keys, in memory until it is written; what is lost with a process is noted when they ask again. */
export function noteFormerAsks({ app, log }: Pick<Platform, 'app' | 'log'>) {
  const noted = new LRUCache<string, Noted>({ max: mostNoted })
  let timer: NodeJS.Timeout | undefined
  let writtenAt = 0

  async function write() {
    clearTimeout(timer)
    timer = undefined
    writtenAt = Date.now()
    const all = [...noted.values()]
    noted.clear()
    for (const [workspaceId, asks] of Map.groupBy(all, (one) => one.workspaceId))
      await inWorkspace(app, workspaceId, (tx) => writeAsks(tx, asks)).catch((error: unknown) =>
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
    /** Writes what was noted and not written. */
    write,
  }
}
