import { useEffect, useState } from 'react'
import type {
  announceAtArticle,
  announceAtEntry,
  announceAtTicket,
  leaveArticle,
  leaveEntry,
  leaveTicket,
  Present,
  PresentKind,
} from '#contract/live/presence.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { ask } from '#web/lib/write/ask.ts'
import { listenPresence } from './live.ts'
import { createReloader } from './reloader.ts'

type PresenceTarget = { kind: PresentKind; id: string | undefined; viewerId: string }

const repeatMs = 10_000
const throttleMs = 2_000

/**
 * Reports that the viewer has this page open and visible, and returns the other people there. The report includes the
 * `data-presence` value of the focused field.
 */
export function usePresence({ kind, id, viewerId }: PresenceTarget): Present[] {
  const [people, setPeople] = useState<Present[]>([])
  useEffect(() => {
    if (!id) return
    const stop = stayAt(kind, id, setPeople)
    return () => {
      stop()
      setPeople([])
    }
  }, [kind, id])
  return people.filter((person) => person.id !== viewerId)
}

function stayAt(kind: PresentKind, id: string, onPeople: (people: Present[]) => void) {
  const ending = new AbortController()
  const { signal } = ending
  const params = { id, page: ownPage() }
  const isAway = () => signal.aborted || document.hidden
  const leave = () => void calls[kind].leave(params)
  let heard = 0

  async function announce() {
    if (isAway()) return
    const heardBefore = heard
    const { answer } = await calls[kind].announce(params, fieldInFocus())
    // The page was left during the request. The announcement may have arrived after the leave request, so the page
    // sends another leave request.
    if (isAway()) return leave()
    if (heard === heardBefore) onPeople(answer?.people ?? [])
  }

  const announcing = createReloader(announce, throttleMs)
  const stopListening = listenPresence((message) => {
    if (message === 'opened') return announcing.ask()
    if (message.kind !== kind || message.id !== id) return
    heard += 1
    onPeople(message.people)
  })
  announcing.ask()
  const timer = setInterval(announcing.ask, repeatMs)
  for (const moved of ['focusin', 'focusout']) document.addEventListener(moved, announcing.ask, { signal })
  // A hidden page leaves at once, because its timers run too rarely to repeat the announcement.
  const onVisibility = () => (document.hidden ? leave() : announcing.ask())
  document.addEventListener('visibilitychange', onVisibility, { signal })
  return () => {
    ending.abort()
    clearInterval(timer)
    announcing.stop()
    stopListening()
    leave()
  }
}

const fieldInFocus = () => document.activeElement?.closest<HTMLElement>('[data-presence]')?.dataset.presence || null

type Params = { id: string; page: string }
type Calls = {
  announce: (params: Params, field: string | null) => Promise<{ answer?: { people: Present[] } }>
  leave: (params: Params) => Promise<unknown>
}

/** The casts below are safe, because the server refuses unknown field names. */
const calls: Record<PresentKind, Calls> = {
  ticket: {
    announce: (params, field) =>
      ask<typeof announceAtTicket>('PUT', '/api/v1/tickets/:id/presences/:page', {
        params,
        body: { field: field as 'reply' | 'note' | null },
      }),
    leave: (params) =>
      ask<typeof leaveTicket>('DELETE', '/api/v1/tickets/:id/presences/:page', { params, keepalive: true }),
  },
  article: {
    announce: (params, field) =>
      ask<typeof announceAtArticle>('PUT', '/api/v1/knowledge-base/articles/:id/presences/:page', {
        params,
        body: { field: field as `text:${string}` | null },
      }),
    leave: (params) =>
      ask<typeof leaveArticle>('DELETE', '/api/v1/knowledge-base/articles/:id/presences/:page', {
        params,
        keepalive: true,
      }),
  },
  entry: {
    announce: (params, field) =>
      ask<typeof announceAtEntry>('PUT', '/api/v1/content-entries/:id/presences/:page', { params, body: { field } }),
    leave: (params) =>
      ask<typeof leaveEntry>('DELETE', '/api/v1/content-entries/:id/presences/:page', { params, keepalive: true }),
  },
}

let page: string | undefined

// Returns one id per tab. So the server moves the presence when the tab opens another ticket.
function ownPage() {
  page ??= randomUuid()
  return page
}
