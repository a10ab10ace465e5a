import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { EditedEntry, showEntry } from '#contract/content/entries.ts'
import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'
import { ask } from '#web/lib/write/ask.ts'

export type Beside = ReturnType<typeof useBeside>

const name = 'beside'

/** The same entry in another language, read beside the one that is written; the address says which. */
export function useBeside({ entry, language, languages }: EntryPageData) {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get(name)
  const shown = entry && wanted && wanted !== language && languages.includes(wanted) ? wanted : null
  const hasText = shown !== null && entry!.languages.some((text) => text.language === shown)
  const [read, setRead] = useState<{ language: string; entry: EditedEntry }>()
  const [problem, setProblem] = useState('')
  const { id, revision } = entry ?? {}

  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision says that there is something new to read
  useEffect(() => {
    if (!id || !shown || !hasText) return
    const aborter = new AbortController()
    ask<typeof showEntry>('GET', '/api/v1/content-entries/:id', {
      params: { id },
      query: { locale: shown },
      signal: aborter.signal,
    }).then(({ answer, problem }) => {
      if (aborter.signal.aborted) return
      if (answer) setRead({ language: shown, entry: answer })
      setProblem(problem?.detail ?? '')
    })
    return () => aborter.abort()
  }, [id, shown, hasText, revision])

  return {
    language: shown,
    hasText,
    problem,
    entry: hasText && read?.language === shown ? read.entry : null,
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
