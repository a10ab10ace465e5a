import { useEffect, useRef } from 'react'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { type LiveChange, type LiveMessage, listenLive } from './live.ts'
import { listChangesDuringLoad } from './navigation-changes.ts'
import { createReloader } from './reloader.ts'

export function useLiveReload(concerns: (change: LiveChange) => boolean = () => true) {
  const readAgain = useReadAgain()
  useFollow({ hear: (message) => message === 'reset' || concerns(message), load: () => readAgain() })
}

/** Calls `load` after relevant events, once the page is visible. Returns a ref to a function that requests it. */
export function useFollow(following: { hear: (message: LiveMessage) => boolean; load: () => Promise<unknown> }) {
  const latest = useRef(following)
  latest.current = following
  const asking = useRef(() => {})

  useEffect(() => {
    const reloader = createReloader(() => latest.current.load())
    let isMissing = false
    const askWhenSeen = () => {
      isMissing = document.hidden
      if (!document.hidden) reloader.ask()
    }
    asking.current = askWhenSeen
    const onVisibility = () => isMissing && askWhenSeen()
    const take = (message: LiveMessage) => void (latest.current.hear(message) && askWhenSeen())
    const stopListening = listenLive(take)
    for (const message of listChangesDuringLoad()) take(message)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      stopListening()
      reloader.stop()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [])

  return asking
}
