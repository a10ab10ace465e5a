import { rangeWords } from '#web/lib/list/range-words.ts'
import { type ListQuery, listHref } from '#web/service/tickets/ticket/views.ts'
import { Pager } from '#web/ui/list/pager.tsx'

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
