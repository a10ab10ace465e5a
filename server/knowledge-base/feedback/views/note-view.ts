import { dailyHash } from '#server/knowledge-base/feedback/daily-hash.ts'
import { addViews, addViewsOfDay } from '#server/knowledge-base/feedback/queries/views.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { PageReader } from '#server/platform/fast-reads/quick-answers.ts'
import { widerNetworkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'

const writtenEveryMs = 5000
/** User agents of known bots. Other bots count as readers. */
const robots =
  /bot\b|crawl|spider|slurp|preview|scan|fetch|monitor|lighthouse|headless|phantom|curl|wget|python|java\/|go-http|okhttp|axios|libwww|facebookexternalhit|feed/i

type ViewCounter = { views: ReturnType<typeof createViews>; writing: NodeJS.Timeout | undefined }
const known = new WeakMap<Platform, ViewCounter>()

function keptBy(platform: Platform): ViewCounter {
  const kept = known.get(platform) ?? { views: createViews(), writing: undefined }
  known.set(platform, kept)
  return kept
}

export type ReadArticle = { workspaceId: string; articleId: string }

/** Counts a view in memory and stores it later. A crash can lose views of some seconds, which is accepted. */
export function noteView(platform: Platform, { method, headers, network }: PageReader, article: ReadArticle) {
  const browser = headers['user-agent'] ?? ''
  if (method !== 'GET' || headers['sec-purpose'] || browser === '' || robots.test(browser)) return
  const kept = keptBy(platform)
  if (!kept.views.count({ ...article, network: network(), browser })) return
  kept.writing ??= setTimeout(() => void writeViews(platform), writtenEveryMs).unref()
}

export async function writeViews(platform: Platform) {
  const kept = keptBy(platform)
  clearTimeout(kept.writing)
  kept.writing = undefined
  for (const [id, read] of kept.views.take())
    await inWorkspace(platform.app, id, (tx) => write(tx, read)).catch((error: unknown) =>
      platform.log.warn({ err: error, workspace: id }, 'views were not noted'),
    )
}

async function write(tx: WorkspaceTx, read: Map<string, number>) {
  await addViews(tx, read)
  await addViewsOfDay(tx, read)
}

// Limits of counted views in a day: of all workspaces, of one workspace, and of one article from one network. They
// protect other workspaces from floods.
const most = { ofDay: 200_000, ofWorkspace: 50_000, ofNetwork: 50 }

/** Counts one view per article, reader and day. */
export function createViews() {
  const waiting = new Map<string, Map<string, number>>()
  const seen = new Set<string>()
  const ofNetworks = new Map<string, number>()
  const ofWorkspaces = new Map<string, number>()

  const nameOf = dailyHash(() => {
    for (const counted of [seen, ofNetworks, ofWorkspaces]) counted.clear()
  })
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

  return {
    count(
      view: { workspaceId: string; articleId: string; network: string; browser: string },
      now = Date.now(),
    ): boolean {
      const { workspaceId, articleId, network, browser } = view
      const reader = nameOf(`${workspaceId} ${articleId} ${network} ${browser}`, now)
      if (seen.has(reader) || seen.size >= most.ofDay) return false
      const around = nameOf(`${workspaceId} ${articleId} ${widerNetworkOf(network)}`, now)
      if ((ofNetworks.get(around) ?? 0) >= most.ofNetwork) return false
      if ((ofWorkspaces.get(workspaceId) ?? 0) >= most.ofWorkspace) return false
      seen.add(reader)
      add(ofNetworks, around)
      add(ofWorkspaces, workspaceId)
      const read = waiting.get(workspaceId) ?? new Map<string, number>()
      waiting.set(workspaceId, add(read, articleId))
      return true
    },
    take(): [string, Map<string, number>][] {
      const taken = [...waiting]
      waiting.clear()
      return taken
    },
  }
}
