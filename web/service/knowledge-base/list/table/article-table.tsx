import { fewestHelped } from '#contract/texts.ts'
import { Time } from '#web/lib/time/time.tsx'
import { formatCount } from '#web/lib/words/format.ts'
import { responsibleName } from '#web/lib/words/full-name.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { ArticleStatus, LanguageStates } from '#web/service/knowledge-base/article/article-marks.tsx'
import { type ArticlesQuery, articlesHref, type Order } from '#web/service/knowledge-base/article/articles-query.ts'
import { visibilityIcons } from '#web/service/knowledge-base/article/choices.tsx'
import type { ArticleRow as Article, Member } from '#web/service/knowledge-base/article/types.ts'
import { visibilityLabels } from '#web/service/knowledge-base/article/words.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

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

type ArticleRowProps = {
  article: Article
  ownerLabel: string | undefined
  avatarUrl: string | null
  isCurrent: boolean
  isSelected: boolean
  canSelect: boolean
  onSelect: (id: string, isRange: boolean) => void
  onCursor: (id: string) => void
}

function ArticleRow({
  article,
  ownerLabel,
  avatarUrl,
  isCurrent,
  isSelected,
  canSelect,
  onSelect,
  onCursor,
}: ArticleRowProps) {
  const { id, title, language, category, visibility, languages, owner, views, helpful, unhelpful, updatedAt } = article
  return (
    <TableRow
      data-row={id}
      selected={isSelected}
      current={isCurrent}
      onFocus={() => onCursor(id)}
      className="article-row"
    >
      <Cell className="max-md:hidden">
        <BareCheckbox
          label={`Select ${title || 'the article without a title'}`}
          className="z-1"
          checked={isSelected}
          disabled={!canSelect}
          onChange={(event) => onSelect(id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        />
      </Cell>
      <Cell className="max-md:col-span-2 max-md:pt-3.5" title={title}>
        <RowLink href={articleHref(id, language)}>{title || 'Untitled'}</RowLink>
        {visibility !== 'public' && <Readers visibility={visibility} />}
      </Cell>
      <Cell className="max-md:pt-0.5">
        <ArticleStatus article={article} />
      </Cell>
      <Cell className="text-ink-2 max-2xl:hidden" title={category?.name}>
        {category?.name}
      </Cell>
      <Cell className="max-lg:hidden">
        <LanguageStates languages={languages} />
      </Cell>
      <Cell align="right" className="max-lg:hidden">
        {views > 0 ? formatCount(views) : '–'}
      </Cell>
      <Cell align="right" className="max-lg:hidden">
        <Helpful helpful={helpful} unhelpful={unhelpful} />
      </Cell>
      <Cell className="max-md:hidden">
        {owner ? (
          <Avatar name={owner.name} label={ownerLabel} src={avatarUrl} />
        ) : (
          <UnassignedAvatar label="No owner" />
        )}
      </Cell>
      <Cell className="text-right text-ink-3 tabular-nums max-md:pt-0.5 max-md:pr-4 max-md:text-meta">
        <Time at={updatedAt} />
      </Cell>
    </TableRow>
  )
}

function Helpful({ helpful, unhelpful }: Pick<Article, 'helpful' | 'unhelpful'>) {
  const said = helpful + unhelpful
  if (said === 0) return '–'
  const isPoor = helpful * 100 < said * fewestHelped
  return (
    <span className={isPoor ? 'font-semibold text-amber-ink' : undefined} title={`${helpful} of ${said} readers`}>
      {Math.floor((helpful * 100) / said)} %
    </span>
  )
}

const Readers = ({ visibility }: Pick<Article, 'visibility'>) => (
  <span title={visibilityLabels[visibility]} className="ml-2 inline-block align-[-2px] text-ink-3">
    <Icon of={visibilityIcons[visibility]} size={14} />
    <VisuallyHidden>For {visibilityLabels[visibility].toLowerCase()}</VisuallyHidden>
  </span>
)
