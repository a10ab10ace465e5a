import { useEffect } from 'react'
import { readStep, rememberNext } from '#web/lib/list/page-trail.ts'
import { rangeWords } from '#web/lib/list/range-words.ts'
import { type ArticlesQuery, articlesHref } from '#web/service/knowledge-base/articles-query.ts'
import { Pager } from '#web/ui/list/pager.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

type Props = { query: ArticlesQuery; rows: number; next: string | null; total: number | null }

export function ArticlePager({ query, rows, next, total }: Props) {
  const isHydrated = useIsHydrated()
  const list = articlesHref({ ...query, cursor: null })
  const step = isHydrated ? readStep(list, query.cursor) : null
  const offset = step?.offset ?? (query.cursor ? null : 0)
  useEffect(() => {
    if (next && offset !== null) rememberNext(list, next, { previous: query.cursor, offset: offset + rows })
  }, [list, next, offset, rows, query.cursor])
  const to = (cursor: string | null) => articlesHref({ ...query, cursor })
  return (
    <Pager
      text={rangeWords({ rows, offset, total })}
      previousHref={query.cursor ? to(step?.previous ?? null) : undefined}
      nextHref={next ? to(next) : undefined}
    />
  )
}
