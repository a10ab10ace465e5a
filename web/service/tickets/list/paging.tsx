import { useEffect } from 'react'
import { readStep, rememberNext } from '#web/lib/list/page-trail.ts'
import { rangeWords } from '#web/lib/list/range-words.ts'
import { rememberList } from '#web/service/tickets/ticket/list-context.ts'
import { type ListQuery, listHref } from '#web/service/tickets/ticket/views.ts'
import { Pager } from '#web/ui/list/pager.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

type Page = { query: ListQuery; ids: string[]; next: string | null; total: number | null }

export function usePaging({ query, ids, next, total }: Page) {
  const isHydrated = useIsHydrated()
  const list = listHref({ ...query, cursor: null })
  const step = isHydrated ? readStep(list, query.cursor) : null
  const offset = step?.offset ?? (query.cursor ? null : 0)
  const signature = ids.join()

  useEffect(() => {
    const shown = signature ? signature.split(',') : []
    if (next && offset !== null) rememberNext(list, next, { previous: query.cursor, offset: offset + shown.length })
    rememberList({ href: listHref({ ...query, cursor: query.cursor }), ids: shown, offset, total })
  }, [signature, list, next, offset, total, query])

  return { offset, previous: step?.previous ?? null }
}

type Props = {
  query: ListQuery
  rows: number
  next: string | null
  offset: number | null
  previous: string | null
  total: number | null
}

export function ListPager({ query, rows, next, offset, previous, total }: Props) {
  const to = (cursor: string | null) => listHref({ ...query, cursor })
  return (
    <Pager
      text={rangeWords({ rows, offset, total })}
      previousHref={query.cursor ? to(previous) : undefined}
      nextHref={next ? to(next) : undefined}
    />
  )
}
