import { useCallback, useEffect, useRef, useState } from 'react'
import type { ArticleHit, suggestArticles } from '#contract/knowledge-base/search.ts'
import { ask } from '#web/lib/write/ask.ts'
import { askedText, preferredLanguage } from './asked-text.ts'
import { useDeflection } from './use-deflection.ts'

/** So long a hand rests between two thoughts. */
const pauseMs = 600
const mostShown = 3
const leastAsked = 4

export type SuggestedArticle = Pick<ArticleHit, 'id' | 'title' | 'url' | 'anchor' | 'heading' | 'excerpt'>

type SuggestionsInput = {
  subject: string
  /** Those that articles are written in; none: there is nothing to suggest. */
  languages: string[]
  /** The one that the page was opened in. */
  language: string | null
  /** The article that did not help is not offered again. */
  without: string | null
  onAnswered: (isAnswered: boolean) => void
}

/** The articles that may answer a request while it is written; what was opened of them stays. */
export function useSuggestions({ subject, languages, language, without, ...given }: SuggestionsInput) {
  const [written, setWritten] = useState({ subject, text: '' })
  const [found, setFound] = useState<SuggestedArticle[]>([])
  const [opened, setOpened] = useState<SuggestedArticle[]>([])
  const [answer, setAnswer] = useState<SuggestedArticle | null>(null)
  const { id, noteShown, noteOpened, noteAnswered } = useDeflection()
  const asked = askedText(written.subject, written.text)
  const wanted = useRef({ languages, language })

  useEffect(() => {
    if (wanted.current.languages.length === 0) return
    const ending = new AbortController()
    const timer = setTimeout(async () => {
      const articles = await suggest(asked, wanted.current, ending.signal).catch(() => null)
      if (articles && !ending.signal.aborted) setFound(articles)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [asked])

  const others = found.filter((article) => article.id !== without && opened.every(({ id }) => id !== article.id))
  return {
    /** Whether there is anything that could be shown, so that its place is kept. */
    isOn: languages.length > 0,
    articles: [...opened, ...others].slice(0, Math.max(mostShown, opened.length)),
    openedIds: opened.map(({ id }) => id),
    answer,
    deflectionId: id,
    onWritten: useCallback((form: FormData) => {
      setWritten({ subject: String(form.get('subject') ?? ''), text: String(form.get('text') ?? '') })
    }, []),
    onShown: noteShown,
    onOpened(article: SuggestedArticle) {
      noteOpened(article.id)
      setOpened((before) => (before.some(({ id }) => id === article.id) ? before : [...before, article]))
    },
    onAnswered(article: SuggestedArticle | null) {
      noteAnswered(article?.id ?? null)
      setAnswer(article)
      given.onAnswered(article !== null)
    },
  }
}
export type Suggestions = ReturnType<typeof useSuggestions>

/** In the language of the reader, and where nothing fits there, in the first. Null where the server did not say. */
async function suggest(
  text: string,
  { languages, language }: Pick<SuggestionsInput, 'languages' | 'language'>,
  signal: AbortSignal,
) {
  if (text.length < leastAsked) return []
  const preferred = language ?? preferredLanguage(navigator.languages, languages)
  for (const one of new Set([preferred, languages[0]!])) {
    const { answer } = await ask<typeof suggestArticles>('POST', '/api/v1/knowledge-base/suggestions', {
      ...{ body: { text, language: one }, signal },
    })
    if (!answer) return null
    if (answer.items.length > 0) return answer.items
  }
  return []
}
