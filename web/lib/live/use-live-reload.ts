import { useEffect, useRef } from 'react'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { type LiveChange, listenLive } from './live.ts'
import { createReloader } from './reloader.ts'

/**
 * Keeps a page true: loads its data again when something that concerns it changes. A hidden page waits until it is
 * looked at. What is on the screen stays until the new data is there.
 */
export function useLiveReload(concerns: (change: LiveChange) => boolean = () => true) {
  const readAgain = useReadAgain()
  const latest = useRef({ concerns, readAgain })
  latest.current = { concerns, readAgain }

  useEffect(() => {
    const reloader = createReloader(() => latest.current.readAgain())
    let isMissing = false
    const askWhenSeen = () => {
      isMissing = document.hidden
      if (!document.hidden) reloader.ask()
    }
    const onVisibility = () => isMissing && askWhenSeen()
    const stopListening = listenLive((message) => {
      if (message === 'reset' || latest.current.concerns(message)) askWhenSeen()
    })
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      stopListening()
      reloader.stop()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [])
}
