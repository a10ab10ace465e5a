import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Problem } from '#contract/refusals.ts'

const parameter = 'beside'

type BesideOptions<Text> = {
  subject: { id: string; languages: { language: string }[] } | null
  language: string
  languages: string[]
  read: (id: string, language: string, signal: AbortSignal) => Promise<{ answer?: Text; problem?: Problem }>
  version: unknown
}

export function useTextBeside<Text>({ subject, language, languages, read, version }: BesideOptions<Text>) {
  const [search, setSearch] = useSearchParams()
  const named = search.get(parameter)
  const shown = subject && named && named !== language && languages.includes(named) ? named : null
  const hasText = shown !== null && subject!.languages.some((text) => text.language === shown)
  const [last, setLast] = useState<{ id: string; language: string; text: Text }>()
  const [problem, setProblem] = useState('')
  const id = subject?.id

  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` differs at each render
  useEffect(() => {
    if (!id || !shown || !hasText) return
    const aborter = new AbortController()
    read(id, shown, aborter.signal)
      .then(({ answer, problem: refused }) => {
        if (aborter.signal.aborted) return
        if (answer) setLast({ id, language: shown, text: answer })
        setProblem(refused?.detail ?? '')
      })
      .catch(() => {})
    return () => aborter.abort()
  }, [id, shown, hasText, version])

  return {
    language: shown,
    hasText,
    problem,
    text: hasText && last?.id === id && last?.language === shown ? last.text : null,
    show(next: string | null) {
      setSearch(
        (before) => {
          if (next) before.set(parameter, next)
          else before.delete(parameter)
          return before
        },
        { replace: true, preventScrollReset: true },
      )
    },
    keptIn(href: string, to: string) {
      if (!shown) return href
      const beside = encodeURIComponent(to === shown ? language : shown)
      return `${href}${href.includes('?') ? '&' : '?'}${parameter}=${beside}`
    },
  }
}
