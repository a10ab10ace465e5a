import { useEffect, useState } from 'react'
import type { showDomainAvailability } from '#contract/workspace/settings.ts'
import { ask } from '#web/lib/write/ask.ts'

const pauseMs = 300

type DomainCheck = { domain: string; error: string | null }

/** Checks a domain a moment after the last key press. */
export function useDomainCheck(domain: string) {
  const [checked, setChecked] = useState<DomainCheck>()
  const [isChecking, setChecking] = useState(false)

  useEffect(() => {
    setChecking(false)
    if (!domain) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      setChecking(true)
      const { answer } = await ask<typeof showDomainAvailability>('GET', '/api/v1/domain-availability', {
        query: { domain },
        signal: stop.signal,
      }).catch(() => ({ answer: undefined }))
      if (stop.signal.aborted) return
      setChecking(false)
      setChecked(answer ? { domain, error: answer.error } : undefined)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [domain])

  const isKnown = checked?.domain === domain
  return { isChecking, isFree: isKnown && checked.error === null, error: isKnown ? checked.error : null }
}
