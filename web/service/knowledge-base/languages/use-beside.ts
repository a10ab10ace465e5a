import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { EditedArticle, showTranslation } from '#contract/knowledge-base/articles.ts'
import { ask } from '#web/lib/write/ask.ts'

export type Beside = ReturnType<typeof useBeside>
export type LanguagesOf = { article: EditedArticle | null; language: string; languages: string[] }

const name = 'beside'

/** The same article in another language, read beside the one that is written; the address says which. */
export function useBeside({ article, language, languages }: LanguagesOf) {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get(name)
  const shown = article && wanted && wanted !== language && languages.includes(wanted) ? wanted : null
  const hasText = shown !== null && article!.languages.some((text) => text.language === shown)
  const [read, setRead] = useState<EditedArticle>()
  const [problem, setProblem] = useState('')
  const id = article?.id

  // biome-ignore lint/correctness/useExhaustiveDependencies: read with the page, since its pictures' addresses run out
  useEffect(() => {
    if (!id || !shown || !hasText) return
    const aborter = new AbortController()
    ask<typeof showTranslation>('GET', '/api/v1/knowledge-base/articles/:id/translations/:language', {
      params: { id, language: shown },
      signal: aborter.signal,
      waits: true,
    })
      .then(({ answer, problem: refused }) => {
        if (answer) setRead(answer as EditedArticle)
        setProblem(refused?.detail ?? '')
      })
      .catch(() => {})
    return () => aborter.abort()
  }, [id, shown, hasText, article])

  return {
    language: shown,
    hasText,
    problem,
    article: hasText && read?.id === id && read?.language === shown ? read : null,
    show(next: string | null) {
      setSearch(
        (before) => {
          if (next) before.set(name, next)
          else before.delete(name)
          return before
        },
        { replace: true, preventScrollReset: true },
      )
    },
    /** The way to another language, with one beside it where there was one: never the same twice. */
    keptIn(href: string, to: string) {
      if (!shown) return href
      return `${href}${href.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(to === shown ? language : shown)}`
    },
  }
}
