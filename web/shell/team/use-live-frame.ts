import { useEffect } from 'react'
import { overhearLive } from '#web/lib/live/live.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'

/** The bars follow what this person may, where a page that listens hears that somebody changed it. */
export function useLiveFrame() {
  const readAgain = useReadAgain()
  useEffect(() => {
    const stop = overhearLive((message) => {
      if (message !== 'reset' && message.type === 'viewer.changed') readAgain('frame')
    })
    return () => void stop()
  }, [readAgain])
}
