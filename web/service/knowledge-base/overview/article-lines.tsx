import { Time } from '#web/lib/time/time.tsx'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { ArticleStatus } from '#web/service/knowledge-base/article/article-marks.tsx'
import type { ArticleRow } from '#web/service/knowledge-base/article/types.ts'
import { RowLink } from '#web/ui/list/table.tsx'

type Props = { articles: ArticleRow[]; empty: string; shows: 'updated' | 'planned' }

export function ArticleLines({ articles, empty, shows }: Props) {
  if (articles.length === 0) return <p className="px-4 text-ink-3 md:px-5">{empty}</p>
  return (
    <ul className="border-t border-line">
      {articles.map((article) => {
        const at = shows === 'updated' ? article.updatedAt : plannedAt(article)
        return (
          <li
            key={article.id}
            className="relative flex h-10 items-center gap-3 border-b border-line px-4 hover:bg-hover md:px-5"
          >
            <RowLink href={articleHref(article.id, article.language)} className="truncate" title={article.title}>
              {article.title || 'Untitled'}
            </RowLink>
            <span className="ml-auto shrink-0 max-md:hidden">
              <ArticleStatus article={article} />
            </span>
            {at && (
              <span className="min-w-20 shrink-0 text-right text-ink-3 tabular-nums max-md:ml-auto">
                <Time at={at} style={shows === 'updated' ? 'ago' : 'moment'} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const plannedAt = ({ languages, language }: ArticleRow) =>
  languages.find((text) => text.language === language)?.publishAt ?? null
