import { responsibleName } from '#web/lib/words/full-name.ts'
import { type ArticlesQuery, articlesHref, type Order } from '#web/service/knowledge-base/article/articles-query.ts'
import type { ArticleRow as Article, Member } from '#web/service/knowledge-base/article/types.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { HeaderCell, Table, TableBody, TableHead } from '#web/ui/list/table.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { ArticleRow } from './article-row.tsx'

type Props = {
  query: ArticlesQuery
  label: string
  articles: Article[]
  members: Member[]
  cursorId: string | undefined
  selected: ReadonlySet<string>
  canSelect: boolean
  onSelect: (id: string, isRange: boolean) => void
  onSelectAll: () => void
  onCursor: (id: string) => void
}

export function ArticleTable({ query, label, articles, members, cursorId, selected, onSelectAll, ...row }: Props) {
  const avatars = new Map(members.map(({ id, avatarUrl }) => [id, avatarUrl]))
  /** Each order has one direction, which its head shows; it begins with the first page. */
  const head = (order: Order | null, sort: 'up' | 'down') => ({
    href: articlesHref({ ...query, order, cursor: null }),
    ...(query.order === order && { sort }),
  })
  return (
    <Table label={label}>
      <TableHead className="max-md:hidden">
        <HeaderCell className="w-10.5">
          <BareCheckbox
            label="Select all articles of this page"
            className="bottom-px"
            checked={selected.size === articles.length}
            indeterminate={selected.size > 0 && selected.size < articles.length}
            disabled={!row.canSelect}
            onChange={onSelectAll}
          />
        </HeaderCell>
        <HeaderCell {...head('title', 'up')}>Title</HeaderCell>
        <HeaderCell className="w-36">Status</HeaderCell>
        <HeaderCell className="w-40 max-2xl:hidden">Category</HeaderCell>
        <HeaderCell className="w-28 max-lg:hidden">Languages</HeaderCell>
        <HeaderCell className="w-18 max-lg:hidden" align="right" {...head('popular', 'down')}>
          Views
        </HeaderCell>
        <HeaderCell className="w-20 max-lg:hidden" align="right" {...head('helpful', 'up')}>
          Helpful
        </HeaderCell>
        <HeaderCell className="w-8">
          <VisuallyHidden>Owner</VisuallyHidden>
        </HeaderCell>
        <HeaderCell className="w-22" align="right" {...head(null, 'down')}>
          Updated
        </HeaderCell>
      </TableHead>
      <TableBody>
        {articles.map((article) => (
          <ArticleRow
            key={article.id}
            article={article}
            ownerLabel={article.owner ? responsibleName(article.owner, members) : undefined}
            avatarUrl={avatars.get(article.owner?.id ?? '') ?? null}
            isCurrent={article.id === cursorId}
            isSelected={selected.has(article.id)}
            {...row}
          />
        ))}
      </TableBody>
    </Table>
  )
}
