import { useEffect, useState } from 'react'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import type { listVersions } from '#contract/knowledge-base/versions.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { VersionRow } from './version-words.ts'

export type ArticleHistory = ReturnType<typeof useVersions>

const page = '50'
const path = '/api/v1/knowledge-base/articles/:id/versions'
type Read = { id: string; language: string; items: VersionRow[]; next: string | null }

export function useVersions(article: EditedArticle | null, language: string) {
  const [read, setRead] = useState<Read>()
  const [problem, setProblem] = useState('')
  const { id = '', revision, publishedAt, updatedAt, languages } = article ?? {}

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each thing that happened to it
  useEffect(() => {
    if (!id) return
    const ending = new AbortController()
    const { signal } = ending
    ask<typeof listVersions>('GET', path, { params: { id }, query: { language, limit: page }, signal, waits: true })
      .then(({ answer, problem: refused }) => {
        setProblem(refused?.detail ?? '')
        if (answer) setRead((before) => ({ id, language, ...withEarlier(answer, before, { id, language }) }))
      })
      .catch(() => {})
    return () => ending.abort()
  }, [id, language, revision, publishedAt, updatedAt, JSON.stringify(languages)])

  async function showEarlier() {
    if (!read?.next) return
    const { answer, problem: refused } = await ask<typeof listVersions>('GET', path, {
      params: { id },
      query: { language, limit: page, cursor: read.next },
    })
    setProblem(refused?.detail ?? '')
    if (answer) setRead({ ...read, items: [...read.items, ...answer.items], next: answer.next })
  }

  const own = read?.id === id && read.language === language ? read : undefined
  return { versions: own?.items ?? [], next: own?.next ?? null, isLoading: !own && !problem, problem, showEarlier }
}

function withEarlier(
  latest: Pick<Read, 'items' | 'next'>,
  before: Read | undefined,
  { id, language }: Pick<Read, 'id' | 'language'>,
) {
  const last = latest.items.at(-1)
  if (!latest.next || !last || before?.id !== id || before.language !== language) return latest
  const earlier = before.items.filter(({ number }) => number < last.number)
  return earlier.length === 0 ? latest : { items: [...latest.items, ...earlier], next: before.next }
}
