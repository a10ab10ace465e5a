import type { Subject } from '#contract/events.ts'
import type { streamEvents } from '#contract/live/events.ts'
import type { Presence } from '#contract/live/presence.ts'
import { collectChange } from './navigation-changes.ts'

export type LiveChange = { type: string; subject: Subject | null }
/** A change, or `reset`: changes may have been missed, so the listener must reload its data. */
export type LiveMessage = LiveChange | 'reset'
/**
 * The people who view a ticket, article or entry; or `opened`: the stream is new, and earlier messages are not
 * repeated.
 */
export type PresenceMessage = Presence | 'opened'

const path: (typeof streamEvents)['path'] = '/api/v1/events'
const name = 'startup-tools-live'
const idleMs = 5_000
const changes = createLine<LiveMessage>(name, collectChange)
// Presence has its own BroadcastChannel, because a tab with an older version of the app would treat presence messages
// as changes.
const presences = createLine<PresenceMessage>('startup-tools-presence')
let disconnect: (() => void) | undefined

/** Listens to changes. All tabs share one event stream, because browsers allow few connections to one host. */
export const listenLive = (listener: (message: LiveMessage) => void) => listenTo(changes, listener)

export const listenPresence = (listener: (message: PresenceMessage) => void) => listenTo(presences, listener)

function listenTo<M>({ listeners }: Line<M>, listener: (message: M) => void) {
  listeners.add(listener)
  disconnect ??= connect()
  return () => {
    listeners.delete(listener)
    // Closes the stream only after a pause, because the next page usually begins to listen soon.
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

// Opens the stream only in the tab that gets the lock. When that tab closes, another tab gets the lock and opens a
// stream.
async function takeTurns(signal: AbortSignal, keep: () => Promise<void>) {
  // Browsers offer locks only on secure pages. On other pages, each tab opens its own stream.
  if (!navigator.locks) return keep()
  const hasKept = await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && keep().then(() => true))
  if (hasKept || signal.aborted) return
  // The shared stream may have reported changes after the server rendered this page and before this tab listened. So
  // the page reloads its data.
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
      // Without the id of a last event, the server cannot repeat missed changes. So the listeners must reload their
      // data.
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

  /** Reconnects after the server refused the stream. After a lost connection, the browser reconnects automatically. */
  function reopen() {
    if (source.readyState !== EventSource.CLOSED) return
    timer = window.setTimeout(open, waitMs * (0.5 + Math.random()))
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }

  function close() {
    clearTimeout(timer)
    source.close()
  }

  // Closes the stream before the page closes, so that browsers report no error. A restored page reopens it.
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
