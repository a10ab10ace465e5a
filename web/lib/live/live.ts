import type { Subject } from '#contract/events.ts'
import type { streamEvents } from '#contract/messages.ts'

export type LiveChange = { type: string; subject: Subject | null }
/** What changed, or `reset`: changes may have been missed, so read everything again. */
export type LiveMessage = LiveChange | 'reset'
type Listener = (message: LiveMessage) => void

const path: (typeof streamEvents)['path'] = '/api/v1/events'
const name = 'startup-tools-live'
const idleMs = 5_000
const listeners = new Set<Listener>()
let disconnect: (() => void) | undefined

/** Hears of changes as they happen. All tabs of this browser share one stream, because a host gets few connections. */
export function listenLive(listener: Listener) {
  listeners.add(listener)
  disconnect ??= connect()
  return () => {
    listeners.delete(listener)
    // The next page listens again at once, so a short silence does not close the stream.
    setTimeout(closeWhenUnheard, idleMs)
  }
}

function closeWhenUnheard() {
  if (listeners.size > 0) return
  disconnect?.()
  disconnect = undefined
}

function connect() {
  const closing = new AbortController()
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => tell(data)
  const share: Listener = (message) => {
    tell(message)
    channel.postMessage(message)
  }
  takeTurns(closing.signal, () => keepStream(closing.signal, share))
  return () => {
    closing.abort()
    channel.close()
  }
}

function tell(message: LiveMessage) {
  for (const listener of listeners) listener(message)
}

/** The tab that holds the lock keeps the stream; when it goes, another one takes over. */
async function takeTurns(signal: AbortSignal, keep: () => Promise<void>) {
  // Only secure pages have locks; elsewhere each tab keeps a stream of its own.
  if (!navigator.locks) return keep()
  const hasKept = await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && keep().then(() => true))
  if (hasKept || signal.aborted) return
  // Another tab's stream tells nothing of what happened between the rendering of this page and now.
  tell('reset')
  await navigator.locks.request(name, { signal }, keep).catch(() => {})
}

const keepStream = (signal: AbortSignal, share: Listener) =>
  new Promise<void>((resolve) => {
    const closeStream = openStream(share)
    signal.addEventListener('abort', () => {
      closeStream()
      resolve()
    })
  })

const firstWaitMs = 1_000
const longestWaitMs = 60_000

function openStream(share: Listener) {
  let source: EventSource
  let timer = 0
  let waitMs = firstWaitMs
  let lastId = ''

  function open() {
    source = new EventSource(path)
    lastId = ''
    source.onopen = () => {
      waitMs = firstWaitMs
      // Without an id to resume from, nobody knows what was missed.
      if (!lastId) share('reset')
    }
    source.addEventListener('change', (event) => {
      lastId = event.lastEventId
      share(JSON.parse(event.data))
    })
    source.addEventListener('reset', () => share('reset'))
    source.onerror = reopen
  }

  /** After a lost connection the browser tries again by itself, after a refusal it does not. */
  function reopen() {
    if (source.readyState !== EventSource.CLOSED) return
    timer = window.setTimeout(open, waitMs * (0.5 + Math.random()))
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }

  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
