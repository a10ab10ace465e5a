import type { Subject } from '#contract/events.ts'
import type { streamEvents } from '#contract/live/events.ts'
import type { Presence } from '#contract/live/presence.ts'
import { keepForNext } from './page-on-its-way.ts'

export type LiveChange = { type: string; subject: Subject | null }
/** What changed, or `reset`: changes may have been missed, so read everything again. */
export type LiveMessage = LiveChange | 'reset'
/** Who is where now, or `opened`: the stream is new, and does not repeat what it said before. */
export type PresenceMessage = Presence | 'opened'

const path: (typeof streamEvents)['path'] = '/api/v1/events'
const name = 'startup-tools-live'
const idleMs = 5_000
const changes = createLine<LiveMessage>(name, keepForNext)
// A channel of its own, because a tab from before an update would take these messages for changes.
const presences = createLine<PresenceMessage>('startup-tools-presence')
let disconnect: (() => void) | undefined

/** Listens to changes. All tabs of this browser share one stream, because a host gets few connections. */
export const listenLive = (listener: (message: LiveMessage) => void) => listenTo(changes, listener)

export const listenPresence = (listener: (message: PresenceMessage) => void) => listenTo(presences, listener)

function listenTo<M>({ listeners }: Line<M>, listener: (message: M) => void) {
  listeners.add(listener)
  disconnect ??= connect()
  return () => {
    listeners.delete(listener)
    // The next page listens at once, so a short pause does not close the stream.
    setTimeout(closeWhenUnheard, idleMs)
  }
}

function closeWhenUnheard() {
  if (changes.listeners.size + presences.listeners.size > 0) return
  disconnect?.()
  disconnect = undefined
}

function connect() {
  const closing = new AbortController()
  for (const line of [changes, presences]) line.open()
  takeTurns(closing.signal, () => keepStream(closing.signal))
  return () => {
    closing.abort()
    for (const line of [changes, presences]) line.close()
  }
}

type Line<M> = ReturnType<typeof createLine<M>>

function createLine<M>(channelName: string, onTold?: (message: M) => void) {
  const listeners = new Set<(message: M) => void>()
  let channel: BroadcastChannel | undefined
  const tell = (message: M) => {
    onTold?.(message)
    for (const listener of listeners) listener(message)
  }
  return {
    listeners,
    tell,
    share(message: M) {
      tell(message)
      channel?.postMessage(message)
    },
    open() {
      channel = new BroadcastChannel(channelName)
      channel.onmessage = ({ data }: MessageEvent<M>) => tell(data)
    },
    close: () => channel?.close(),
  }
}

/** The tab with the lock keeps the stream. When it closes, another one takes over. */
async function takeTurns(signal: AbortSignal, keep: () => Promise<void>) {
  // Only secure pages have locks; elsewhere each tab has its own stream.
  if (!navigator.locks) return keep()
  const hasKept = await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && keep().then(() => true))
  if (hasKept || signal.aborted) return
  // Another tab's stream does not report what happened between the rendering of this page and now.
  changes.tell('reset')
  await navigator.locks.request(name, { signal }, keep).catch(() => {})
}

const keepStream = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const closeStream = openStream()
    signal.addEventListener('abort', () => {
      closeStream()
      resolve()
    })
  })

const firstWaitMs = 1_000
const longestWaitMs = 60_000

function openStream() {
  let source: EventSource
  let timer = 0
  let waitMs = firstWaitMs
  let lastId = ''

  function open() {
    source = new EventSource(path)
    lastId = ''
    source.onopen = () => {
      waitMs = firstWaitMs
      // Without an id to resume from, it is unknown what was missed.
      if (!lastId) changes.share('reset')
      presences.share('opened')
    }
    source.addEventListener('change', (event) => {
      lastId = event.lastEventId
      changes.share(JSON.parse(event.data))
    })
    source.addEventListener('presence', (event) => presences.share(JSON.parse(event.data)))
    source.addEventListener('reset', () => changes.share('reset'))
    source.onerror = reopen
  }

  /** After a lost connection the browser tries again itself; after a refusal it does not. */
  function reopen() {
    if (source.readyState !== EventSource.CLOSED) return
    timer = window.setTimeout(open, waitMs * (0.5 + Math.random()))
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }

  function close() {
    clearTimeout(timer)
    source.close()
  }

  // An open stream breaks off when the page goes, which browsers report as an error. A page that comes back opens a new
  // one.
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && open()

  open()
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', comeBack)
  return () => {
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', comeBack)
    close()
  }
}
