import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { RowLink } from '#web/ui/list/table.tsx'

type Props = { articles: { id: string; title: string; count: string }[]; empty: string }

/** A few articles with a count. */
export function CountedArticles({ articles, empty }: Props) {
  if (articles.length === 0) return <p className="px-4 text-ink-3 md:px-5">{empty}</p>
  return (
    <ol className="border-t border-line">
      {articles.map(({ id, title, count }) => (
        <li key={id} className="relative flex h-9 items-center gap-3 border-b border-line px-4 hover:bg-hover md:px-5">
          <RowLink href={articleHref(id)} className="truncate" title={title}>
            {title || 'Untitled'}
          </RowLink>
          <span className="ml-auto shrink-0 tabular-nums">{count}</span>
        </li>
      ))}
    </ol>
  )
}
