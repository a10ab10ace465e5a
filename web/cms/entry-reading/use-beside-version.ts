import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { showEntryVersion } from '#contract/entries.ts'
import type { Problem } from '#contract/refusals.ts'

export type ShownVersion = AnswerOf<typeof showEntryVersion>

export type ReadBeside = (
  other: number,
  signal: AbortSignal,
) => Promise<{ answer?: ShownVersion | undefined; problem?: Problem | undefined }>

const draft = 'draft'
type Read = { beside: string; answer: ShownVersion }

/** A version beside the draft, or beside the version that is chosen; what was read before stays until that has come. */
export function useBesideVersion(version: ShownVersion, readBeside: ReadBeside) {
  const [beside, setBeside] = useState(draft)
  const [read, setRead] = useState<Read>({ beside: draft, answer: version })
  const [problem, setProblem] = useState('')
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen says it
  useEffect(() => {
    setProblem('')
    if (beside === draft) return setRead({ beside, answer: version })
    const ending = new AbortController()
    readBeside(Number(beside), ending.signal)
      .then(({ answer, problem: refused }) => {
        if (ending.signal.aborted) return
        setProblem(refused?.detail ?? '')
        if (answer) setRead({ beside, answer })
      })
      .catch(() => {})
    return () => ending.abort()
  }, [beside, version, tries])

  return {
    ...{ beside, setBeside, shown: read.answer, problem },
    isReading: read.beside !== beside && problem === '',
    tryAgain: () => setTries((before) => before + 1),
  }
}
