import { useEffect, useState } from 'react'
import type { listPresences, Presence, Present, PresentKind } from '#contract/live/presence.ts'
import { ask } from '#web/lib/write/ask.ts'
import { listenPresence } from './live.ts'

const nobody: ReadonlyMap<string, Present[]> = new Map()

/** Returns who else views each ticket, article or entry, by its id. Things without a viewer have no entry. */
export function usePresences(kind: PresentKind, viewerId: string): ReadonlyMap<string, Present[]> {
  const [people, setPeople] = useState(nobody)
  useEffect(() => {
    const ending = new AbortController()
    const others = (presence: Presence) => presence.people.filter(({ id }) => id !== viewerId)

    async function readAll() {
      const { answer } = await ask<typeof listPresences>('GET', '/api/v1/presences', { signal: ending.signal })
      if (!answer || ending.signal.aborted) return
      const seen = answer.items.filter((presence) => presence.kind === kind && others(presence).length > 0)
      setPeople(new Map(seen.map((presence) => [presence.id, others(presence)])))
    }

    const read = () => void readAll().catch(() => {})
    const stopListening = listenPresence((message) => {
      if (message === 'opened') return read()
      if (message.kind !== kind) return
      setPeople((before) => {
        const after = new Map(before)
        const present = others(message)
        if (present.length > 0) after.set(message.id, present)
        else after.delete(message.id)
        return after
      })
    })
    read()
    return () => {
      ending.abort()
      stopListening()
    }
  }, [kind, viewerId])
  return people
}
