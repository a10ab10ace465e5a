import { useEffect, useState } from 'react'
import type { Problem } from '#contract/refusals.ts'

type Outcome<Answer> = { answer?: Answer | undefined; problem?: Problem | undefined }
type Read<Answer> = { what: string; answer: Answer }

/**
 * What a dialog reads by itself, anew whenever `what` names something else. What was read before stays until then, and is
 * gone where the new one is refused, so that nothing is taken for what it is not.
 */
export function useAnswer<Answer>(what: string, read: (signal: AbortSignal) => Promise<Outcome<Answer>>) {
  const [known, setKnown] = useState<Read<Answer>>()
  const [problem, setProblem] = useState('')
  const [isReading, setReading] = useState(true)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read says it
  useEffect(() => {
    const ending = new AbortController()
    setReading(true)
    read(ending.signal)
      .then(({ answer, problem: refused }) => {
        if (ending.signal.aborted) return
        setReading(false)
        setProblem(refused?.detail ?? '')
        setKnown(answer && { what, answer })
      })
      .catch(() => {})
    return () => ending.abort()
  }, [what, tries])

  return {
    answer: known?.answer,
    /** What the answer is to, which may not be what is wanted by now. */
    of: known?.what,
    ...{ problem, isReading },
    tryAgain: () => setTries((before) => before + 1),
  }
}
