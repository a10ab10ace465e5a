import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { beginDeflection, changeDeflection } from '#contract/help/deflections.ts'
import type { ArticleHit, suggestArticles } from '#contract/knowledge-base/search.ts'
import { ask } from '#web/lib/write/ask.ts'

const pauseMs = 600
const mostShown = 3
const leastAsked = 4

export type SuggestedArticle = Pick<ArticleHit, 'id' | 'title' | 'url' | 'anchor' | 'heading' | 'excerpt'>

type SuggestionsInput = {
  subject: string
  /** Languages of the knowledge base. Empty if there are no articles: then there are no suggestions. */
  languages: string[]
  language: string | null
  without: string | null
  onAnswered: (isAnswered: boolean) => void
}

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

async function suggest(
  text: string,
  { languages, language }: Pick<SuggestionsInput, 'languages' | 'language'>,
  signal: AbortSignal,
) {
  if (text.length < leastAsked) return []
  const preferred = language ?? preferredLanguage(navigator.languages, languages)
  for (const one of new Set([preferred, languages[0]!])) {
    const { answer } = await ask<typeof suggestArticles>('POST', '/api/v1/knowledge-base/suggestions', {
      body: { text, language: one },
      signal,
    })
    if (!answer) return null
    if (answer.items.length > 0) return answer.items
  }
  return []
}

type DeflectionReport = { shown: string[]; opened: string[]; answeredBy: string | null }

// Reports shown, opened and helpful articles, one call after another. Ignores failures. `id` is undefined until the
// server accepts the first report.
function useDeflection() {
  const [id, setId] = useState<string>()
  const note = useMemo(() => createNotes(setId), [])
  return { id, ...note }
}

function createNotes(onBegun: (id: string) => void) {
  let said: DeflectionReport = { shown: [], opened: [], answeredBy: null }
  let begun: string | null | undefined
  let telling: Promise<unknown> = Promise.resolve()

  async function tell() {
    // `begun` is null after the first report was refused, for example after the daily limit. Then nothing more is
    // reported.
    if (begun === null || said.shown.length === 0) return
    if (begun) {
      await ask<typeof changeDeflection>('PUT', '/api/v1/knowledge-base/deflections/:id', {
        params: { id: begun },
        body: said,
        keepalive: true,
      })
      return
    }
    const { answer } = await ask<typeof beginDeflection>('POST', '/api/v1/knowledge-base/deflections', { body: said })
    begun = answer?.id ?? null
    if (begun) onBegun(begun)
  }

  function say(more: Partial<DeflectionReport>) {
    said = { ...said, ...more }
    telling = telling.then(tell)
  }

  const add = (before: string[], ids: string[]) => [...new Set([...before, ...ids])].slice(0, mostKept)
  return {
    noteShown(ids: string[]) {
      if (ids.some((id) => !said.shown.includes(id))) say({ shown: add(said.shown, ids) })
    },
    noteOpened(id: string) {
      if (!said.opened.includes(id)) say({ shown: add(said.shown, [id]), opened: add(said.opened, [id]) })
    },
    noteAnswered: (answeredBy: string | null) => say({ answeredBy }),
  }
}

/** Maximum number of articles in a report, a limit of the API. */
const mostKept = 30

const mostBytes = 4096

/** Returns subject and text up to the byte limit of the API, cut at a whole character. */
export function askedText(subject: string, text: string) {
  const asked = `${subject.trim()}\n${text.trim()}`.trim()
  const { read } = new TextEncoder().encodeInto(asked, new Uint8Array(mostBytes))
  return asked.slice(0, read)
}

export function preferredLanguage(preferred: readonly string[], written: readonly string[]): string {
  for (const wanted of preferred) {
    const found = written.find((language) => language === wanted) ?? written.find((it) => baseOf(it) === baseOf(wanted))
    if (found) return found
  }
  return written[0]!
}

const baseOf = (language: string) => language.split('-')[0]!.toLowerCase()
