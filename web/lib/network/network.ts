import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const waiting = new Set<() => void>()

/** Whether the browser is offline, or something waits because the server could not be reached. */
export const useIsOffline = () => useSyncExternalStore(subscribe, readIsOffline, () => false)

/** Resolves when the connection is back, or the person asks to try now. */
export function waitUntilOnline(signal: AbortSignal | null | undefined) {
  return new Promise<void>((resolve, reject) => {
    const finish = (settle: () => void) => {
      waiting.delete(goOn)
      tell()
      settle()
    }
    const goOn = () => finish(resolve)
    signal?.addEventListener('abort', () => finish(() => reject(signal.reason)), { once: true })
    waiting.add(goOn)
    tell()
  })
}

export function tryNow() {
  for (const goOn of [...waiting]) goOn()
}

function tell() {
  for (const listener of listeners) listener()
}

const readIsOffline = () => !navigator.onLine || waiting.size > 0

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('online', comeBack)
  window.addEventListener('offline', tell)
  return () => listeners.delete(listener)
}

function comeBack() {
  tell()
  tryNow()
}
