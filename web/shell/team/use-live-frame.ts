import { useRef } from 'react'
import type { LiveMessage } from '#web/lib/live/live.ts'
import { useFollow } from '#web/lib/live/use-live-reload.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'

/** On every page, the bars and what is between them follow what this person may, as soon as somebody changes it. */
export function useLiveFrame() {
  const readAgain = useReadAgain()
  const isListening = useRef(false)

  function hear(message: LiveMessage) {
    if (message !== 'reset') return message.type === 'viewer.changed'
    // The first one comes with the page itself, a later one after a connection that was lost.
    const hasMissed = isListening.current
    isListening.current = true
    return hasMissed
  }

  useFollow({ hear, load: () => readAgain('frame') })
}
