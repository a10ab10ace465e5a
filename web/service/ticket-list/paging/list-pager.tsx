import { formatCount } from '#web/lib/words/format.ts'
import { type ListQuery, listHref } from '#web/service/tickets/views.ts'
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
      text={wordsFor({ rows, offset, total })}
      previousHref={query.cursor ? to(previous) : undefined}
      nextHref={next ? to(next) : undefined}
    />
  )
}

function wordsFor({ rows, offset, total }: Pick<Props, 'rows' | 'offset' | 'total'>) {
  if (rows === 0) return ''
  const range = offset === null ? formatCount(rows) : `${formatCount(offset + 1)}–${formatCount(offset + rows)}`
  return total === null ? range : `${range} of ${formatCount(Math.max(total, (offset ?? 0) + rows))}`
}
