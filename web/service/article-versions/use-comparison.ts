import { useEffect, useState } from 'react'
import type { Problem } from '#contract/refusals.ts'
import type { Compared } from './version-words.ts'

type Outcome = { answer?: Compared; problem?: Problem }

/** What differs, read anew when something else is compared; what was read before stays until then. */
export function useComparison(what: string, read: (signal: AbortSignal) => Promise<Outcome>) {
  const [compared, setCompared] = useState<Compared>()
  const [problem, setProblem] = useState('')
  const [isReading, setReading] = useState(true)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is compared says it
  useEffect(() => {
    const ending = new AbortController()
    setReading(true)
    read(ending.signal)
      .then(({ answer, problem: refused }) => {
        if (ending.signal.aborted) return
        setReading(false)
        setProblem(refused?.detail ?? '')
        setCompared(answer)
      })
      .catch(() => {})
    return () => ending.abort()
  }, [what, tries])

  return { compared, problem, isReading, tryAgain: () => setTries((before) => before + 1) }
}
export type ComparisonState = ReturnType<typeof useComparison>
