import { useEffect, useState } from 'react'
import type { Problem } from '#contract/refusals.ts'

type Outcome<Answer> = { answer?: Answer | undefined; problem?: Problem | undefined }
type Read<Answer> = { what: string; answer: Answer }

/** Reads data for a dialog, and again when `what` changes. The hook returns the old data until the new data arrives. */
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
    of: known?.what,
    problem,
    isReading,
    tryAgain: () => setTries((before) => before + 1),
  }
}
