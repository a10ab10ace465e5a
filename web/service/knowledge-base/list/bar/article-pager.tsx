import { CursorPager } from '#web/lib/list/cursor-pager.tsx'
import { type ArticlesQuery, articlesHref } from '#web/service/knowledge-base/article/articles-query.ts'

type Props = { query: ArticlesQuery; rows: number; next: string | null; total: number | null }

export const ArticlePager = ({ query, ...page }: Props) => (
  <CursorPager hrefOf={(cursor) => articlesHref({ ...query, cursor })} cursor={query.cursor} {...page} />
)
