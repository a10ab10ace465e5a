import { useEffect, useRef, useState } from 'react'
import type { Explanation, listContent } from '#contract/content/delivery.ts'
import { ask } from '#web/lib/write/ask.ts'

/** How a list is answered with an entry in mind; the last question counts, and its answer stays while the next one comes. */
export function useExplanation(model: string, entry: string) {
  const [told, setTold] = useState<Explanation>()
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])

  function explain(query: string, as: string | undefined) {
    underWay.current?.abort()
    const asking = new AbortController()
    underWay.current = asking
    setAsking(true)
    const said = Object.fromEntries(new URLSearchParams(query))
    ask<typeof listContent>('GET', '/api/v1/content/:model', {
      params: { model },
      query: { ...said, explain: '1', entry, ...(as && { as }) },
      signal: asking.signal,
    })
      .then(({ answer, problem: refused }) => {
        setTold(answer?._explanation)
        setProblem(refused?.detail ?? '')
        setAsking(false)
      })
      .catch(() => {})
  }

  return { told, problem, isAsking, explain }
}
