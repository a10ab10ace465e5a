import { useState } from 'react'
import type { Problem } from '#contract/refusals.ts'

type Page<Item> = { items: Item[]; next: string | null }

/** A list of which the page knows the beginning, and reads the rest when that is asked for. */
export function useMore<Item>(
  first: Page<Item>,
  read: (cursor: string) => Promise<{ answer?: Page<Item>; problem?: Problem }>,
) {
  const [more, setMore] = useState<Page<Item>>()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const cursor = more ? more.next : first.next

  async function showMore() {
    if (cursor === null) return
    setBusy(true)
    const { answer, problem } = await read(cursor)
    setBusy(false)
    setProblem(problem?.detail ?? '')
    if (answer) setMore({ items: [...(more?.items ?? []), ...answer.items], next: answer.next })
  }

  return { items: [...first.items, ...(more?.items ?? [])], hasMore: cursor !== null, problem, isBusy, showMore }
}

export type More = ReturnType<typeof useMore>
