import { useState } from 'react'
import type { Problem } from '#contract/refusals.ts'
import { keepOlder, type Page } from './keep-older.ts'

export function useMore<Item extends { id: string }>(
  first: Page<Item>,
  read: (cursor: string) => Promise<{ answer?: Page<Item>; problem?: Problem }>,
) {
  const [more, setMore] = useState<Page<Item>>()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [previous, setPrevious] = useState(first)
  if (previous !== first) {
    setPrevious(first)
    if (more) setMore(keepOlder(more, previous, first))
  }
  const cursor = more ? more.next : first.next

  async function showMore() {
    if (cursor === null) return
    setMore((before) => before ?? { items: [], next: cursor })
    setBusy(true)
    const { answer, problem } = await read(cursor)
    setBusy(false)
    setProblem(problem?.detail ?? '')
    if (!answer) return
    setMore((before) =>
      before?.next === cursor ? { items: [...before.items, ...answer.items], next: answer.next } : before,
    )
  }

  return { items: [...first.items, ...(more?.items ?? [])], hasMore: cursor !== null, problem, isBusy, showMore }
}

export type MoreState = ReturnType<typeof useMore>
