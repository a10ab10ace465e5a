import { useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { findInArticles } from '#contract/knowledge-base/changes.ts'
import type { InputOf } from '#contract/pages.ts'
import type { Problem } from '#contract/refusals.ts'
import { ask } from '#web/lib/write/ask.ts'

export type WordSearch = {
  find: string
  matchCase: boolean
  wholeWords: boolean
  addresses: boolean
  language: string
}
export type FoundText = AnswerOf<typeof findInArticles>['items'][number]
export type WordMatches = {
  sought: WordSearch
  texts: FoundText[]
  lookedThrough: number
  isLooking: boolean
  problem?: Problem
}

type Query = InputOf<typeof findInArticles>['query']

export function useFinding(match: Partial<Query>) {
  const [found, setFound] = useState<WordMatches>()
  const turn = useRef(0)

  async function look(sought: WordSearch) {
    turn.current += 1
    const own = turn.current
    let so: WordMatches = { sought, texts: [], lookedThrough: 0, isLooking: true }
    let cursor: string | undefined
    setFound(so)
    do {
      const { answer, problem } = await askPage({ ...match, ...queryOf(sought), cursor })
      if (own !== turn.current) return
      so = {
        ...so,
        texts: [...so.texts, ...(answer?.items ?? [])],
        lookedThrough: so.lookedThrough + (answer?.lookedThrough ?? 0),
        isLooking: Boolean(answer?.next),
        ...(problem && { problem }),
      }
      cursor = answer?.next ?? undefined
      setFound(so)
    } while (cursor)
  }

  return {
    found,
    look,
    clear() {
      turn.current += 1
      setFound(undefined)
    },
  }
}

const queryOf = ({ find, language, ...flags }: WordSearch) => ({
  find,
  in: language || undefined,
  ...Object.fromEntries(Object.entries(flags).map(([name, isOn]) => [name, String(isOn)])),
})

async function askPage(query: Query) {
  for (;;) {
    const outcome = await ask<typeof findInArticles>('GET', '/api/v1/knowledge-base/article-words', {
      query,
      waits: true,
    })
    const { status, retryAfterSeconds = 0 } = outcome.problem ?? { status: 200 }
    if (status !== 429 || !retryAfterSeconds) return outcome
    await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000))
  }
}
