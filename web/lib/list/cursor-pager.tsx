import { useEffect } from 'react'
import { Pager } from '#web/ui/list/pager.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { readStep, rememberNext } from './page-trail.ts'
import { rangeWords } from './range-words.ts'

type Props = {
  hrefOf: (cursor: string | null) => string
  cursor: string | null
  rows: number
  next: string | null
  total: number | null
}

export function CursorPager({ hrefOf, cursor, rows, next, total }: Props) {
  const isHydrated = useIsHydrated()
  const list = hrefOf(null)
  const step = isHydrated ? readStep(list, cursor) : null
  const offset = step?.offset ?? (cursor ? null : 0)
  useEffect(() => {
    if (next && offset !== null) rememberNext(list, next, { previous: cursor, offset: offset + rows })
  }, [list, next, offset, rows, cursor])
  return (
    <Pager
      text={rangeWords({ rows, offset, total })}
      previousHref={cursor ? hrefOf(step?.previous ?? null) : undefined}
      nextHref={next ? hrefOf(next) : undefined}
    />
  )
}

type UncountedProps = Pick<Props, 'hrefOf' | 'cursor'> & { list: { items: unknown[]; next: string | null } }

export const UncountedPager = ({ list: { items, next }, ...props }: UncountedProps) =>
  (props.cursor || next) && <CursorPager {...props} rows={items.length} next={next} total={null} />
