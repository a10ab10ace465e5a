import { EllipsisVertical, GripVertical } from 'lucide-react'
import type { SortingOf } from '#web/lib/tree/use-sorting.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { ArticleStatus } from '#web/service/knowledge-base/article/article-marks.tsx'
import { articlesHref } from '#web/service/knowledge-base/article/articles-query.ts'
import type { ArticleRow, Category } from '#web/service/knowledge-base/article/types.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { RowLink } from '#web/ui/list/table.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { placeAfter, type TreeItem } from '#web/ui/tree/tree-moves.ts'

export type ArticleOrder = { items: ArticleRow[]; tail: string | null }

export type OrderedArticle = ArticleRow & TreeItem & { name: string }

export const ordered = (article: ArticleRow): OrderedArticle => ({ ...article, parent: null, name: article.title })

type Props = {
  category: Category
  articles: OrderedArticle[]
  hasMore: boolean
  sorting: SortingOf
  canWrite: boolean
}

export const CategoryArticles = ({ category, articles, hasMore, sorting, canWrite }: Props) => (
  <section aria-label={`Articles in ${category.name}`} className="min-w-0">
    <h2 className="flex h-11 items-center gap-2 border-b border-line px-4 font-semibold md:px-5">
      <span className="truncate">{category.name}</span>
      <TextLink href={articlesHref({ category: category.id })} className="ml-auto shrink-0 font-normal">
        Show in the list
      </TextLink>
    </h2>
    {articles.length === 0 && (
      <p className="px-4 py-3 text-ink-3 md:px-5">
        This category has no articles of its own. Select articles in the list and press M to move them here.
      </p>
    )}
    <div ref={sorting.cursor.table}>
      <ol>
        {articles.map((article) => (
          <li
            key={article.id}
            data-row={article.id}
            data-current={sorting.cursor.cursorId === article.id || undefined}
            onFocus={() => sorting.cursor.setCursorId(article.id)}
            {...sorting.rowProps(article.id)}
            className="sorted-row pl-3 hover:bg-hover"
          >
            {canWrite && <Icon of={GripVertical} size={14} className="cursor-grab text-ink-3 max-md:hidden" />}
            <RowLink href={articleHref(article.id)} draggable={false} title={article.title}>
              {article.title || 'Untitled'}
            </RowLink>
            <span className="ml-auto shrink-0">
              <ArticleStatus article={article} />
            </span>
            {canWrite && articles.length > 1 && <RowMenu article={article} articles={articles} sorting={sorting} />}
          </li>
        ))}
      </ol>
    </div>
    {hasMore && (
      <p className="px-4 py-3 text-ink-3 md:px-5">
        Only the first {formatCount(articles.length)} are shown. Spread them over more categories to order the others.
      </p>
    )}
  </section>
)

type MenuProps = { article: OrderedArticle; articles: OrderedArticle[]; sorting: SortingOf }

const steps = [
  { step: 'up', label: 'Move up', keys: 'alt+up' },
  { step: 'down', label: 'Move down', keys: 'alt+down' },
] as const

const RowMenu = ({ article, articles, sorting }: MenuProps) => (
  <Menu
    label={article.title}
    align="end"
    button={<IconButton icon={EllipsisVertical} label={`Actions for ${article.title || 'Untitled'}`} className="z-1" />}
    items={steps
      .filter(({ step }) => placeAfter(articles, article.id, step))
      .map(({ step, label, keys }) => ({ label, keys, onSelect: () => sorting.step(article.id, step) }))}
  />
)
