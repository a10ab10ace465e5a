import { hash, randomBytes } from 'node:crypto'
import { widerNetworkOf } from '#server/platform/http/network.ts'

const dayMs = 24 * 60 * 60_000
/** Limits of counted views in a day, which protect other workspaces from floods. */
const most = { ofDay: 200_000, ofWorkspace: 50_000, ofNetwork: 50 }

type ArticleView = { workspaceId: string; articleId: string; network: string; browser: string }

/** Counts one view per article, reader and day. Readers are hashed with a daily salt that is never stored. */
export function createViews() {
  const waiting = new Map<string, Map<string, number>>()
  let [day, salt] = [-1, '']
  const seen = new Set<string>()
  const ofNetworks = new Map<string, number>()
  const ofWorkspaces = new Map<string, number>()

  const turnDay = (now: number) => {
    const today = Math.floor(now / dayMs)
    if (today === day) return
    ;[day, salt] = [today, randomBytes(32).toString('base64url')]
    for (const kept of [seen, ofNetworks, ofWorkspaces]) kept.clear()
  }
  const nameOf = (text: string) => hash('sha256', salt + text, 'base64url').slice(0, 22)
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

  return {
    count({ workspaceId, articleId, network, browser }: ArticleView, now = Date.now()): boolean {
      turnDay(now)
      const reader = nameOf(`${workspaceId} ${articleId} ${network} ${browser}`)
      if (seen.has(reader) || seen.size >= most.ofDay) return false
      const around = nameOf(`${workspaceId} ${articleId} ${widerNetworkOf(network)}`)
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
