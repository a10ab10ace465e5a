import { useEffect, useState } from 'react'
import type { EntryRow, EntryVersion, listEntryUses, listEntryVersions } from '#contract/content/entries.ts'
import type { EntryEvent, listEntryEvents } from '#contract/content/entry-history.ts'
import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'
import { ask } from '#web/lib/write/ask.ts'

const page = '50'
const versionsPath = '/api/v1/content/:model/:id/versions'
type Read = {
  versions: EntryVersion[]
  next: string | null
  uses: EntryRow[]
  events: EntryEvent[]
}
export type EntryHistory = ReturnType<typeof useEntryHistory>

export function useEntryHistory({ entry, model }: EntryPageData) {
  const [read, setRead] = useState<Read>()
  const [problem, setProblem] = useState('')
  const id = entry?.id
  const params = { model: model.pluralKey, id: id ?? '' }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each thing that happened to it
  useEffect(() => {
    if (!id) return
    const ending = new AbortController()
    const { signal } = ending
    Promise.all([
      ask<typeof listEntryVersions>('GET', versionsPath, { params, query: { limit: page }, signal, waits: true }),
      ask<typeof listEntryEvents>('GET', '/api/v1/content/:model/:id/events', {
        params,
        query: { limit: page },
        ...{ signal, waits: true },
      }),
      ask<typeof listEntryUses>('GET', '/api/v1/content/:model/:id/uses', { params, signal, waits: true }),
    ])
      .then(([versions, events, uses]) => {
        setProblem((versions.problem ?? events.problem ?? uses.problem)?.detail ?? '')
        if (versions.answer && events.answer && uses.answer)
          setRead({
            ...{ versions: versions.answer.items, next: versions.answer.next },
            ...{ uses: uses.answer.items, events: events.answer.items },
          })
      })
      .catch(() => {})
    return () => ending.abort()
  }, [id, entry?.revision, entry?.updatedAt, JSON.stringify(entry?.languages)])

  async function showEarlier() {
    if (!read?.next) return
    const { answer, problem: refused } = await ask<typeof listEntryVersions>('GET', versionsPath, {
      params,
      query: { limit: page, cursor: read.next },
    })
    setProblem(refused?.detail ?? '')
    if (answer) setRead({ ...read, versions: [...read.versions, ...answer.items], next: answer.next })
  }

  return {
    ...(read ?? { versions: [], next: null, uses: [], events: [] }),
    isLoading: !read && !problem,
    problem,
    showEarlier,
  }
}
