import { createHmac, randomBytes } from 'node:crypto'
import type { Caller } from '#server/platform/http/caller.ts'
import { widerNetworkOf } from '#server/platform/http/network.ts'

const dayMs = 24 * 60 * 60_000
/** No more choices are counted in a day above this limit, which protects against floods. */
const mostOfDay = 100_000

/** Counts one choice per article, day and /24 or /48 network, hashed with a daily salt that is never stored. */
export function createChoices() {
  const waiting = new Map<string, Map<string, number>>()
  let [day, salt, counted] = [-1, randomBytes(32), new Set<string>()]

  return {
    count(
      { workspaceId, kind, network }: Pick<Caller, 'workspaceId' | 'kind' | 'network'>,
      id: string,
      now = Date.now(),
    ) {
      const today = Math.floor(now / dayMs)
      if (today !== day) [day, salt, counted] = [today, randomBytes(32), new Set()]
      const from = `${workspaceId} ${id} ${widerNetworkOf(network)}`
      const name = createHmac('sha256', salt).update(from).digest('base64url')
      // The team is not counted, because it searches on behalf of others.
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
