import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/ui/listeners.ts'

type Waiting = { goOn: () => void }

const { subscribe: listen, tell } = createListeners()
const waiting = new Set<Waiting>()

export const useIsOffline = () => useSyncExternalStore(subscribe, readIsOffline, () => false)

type Patience = {
  signal?: AbortSignal | null
  /** Returns whether the error means that the server was not reached. `retryUntilOnline` throws other errors. */
  isLoss?: (error: unknown) => boolean
}

/** Repeats `act` until the server is reached: after a pause, when the browser is online, or on `tryNow`. */
export async function retryUntilOnline<T>(
  act: () => Promise<T>,
  { signal, isLoss = () => true }: Patience = {},
): Promise<T> {
  const held: Waiting = { goOn() {} }
  try {
    for (let tries = 0; ; tries += 1) {
      if (tries > 0 || !navigator.onLine) await pause(held, pauseMs(tries), signal)
      try {
        return await act()
      } catch (error) {
        if (signal?.aborted || !isLoss(error)) throw error
      }
    }
  } finally {
    if (waiting.delete(held)) tell()
  }
}

export function tryNow() {
  for (const { goOn } of [...waiting]) goOn()
}

const pauseMs = (tries: number) => Math.min(30_000, 1_000 * 2 ** tries)

async function pause(held: Waiting, ms: number, signal: AbortSignal | null | undefined) {
  const paused = Promise.withResolvers<void>()
  held.goOn = paused.resolve
  waiting.add(held)
  tell()
  const timer = setTimeout(paused.resolve, ms)
  const abort = () => paused.reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  try {
    await paused.promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const readIsOffline = () => !navigator.onLine || waiting.size > 0

function subscribe(listener: () => void) {
  window.addEventListener('online', comeBack)
  window.addEventListener('offline', tell)
  return listen(listener)
}

function comeBack() {
  tell()
  tryNow()
}

/** Sends a request now, and repeats it until the server is reached. The request must be safe to repeat. */
export const sendWhenOnline = (send: () => Promise<Response>, signal?: AbortSignal | null) =>
  retryUntilOnline(send, { signal, isLoss: (error) => error instanceof TypeError })
