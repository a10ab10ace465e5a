import { EllipsisVertical, FolderTree, GripVertical } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listArticles, type moveArticle } from '#contract/knowledge-base/articles.ts'
import { listCategories, type moveCategory } from '#contract/knowledge-base/categories.ts'
import { isUuid } from '#contract/uuid.ts'
import { api } from '#web/lib/api.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { type Send, useMoves } from '#web/lib/tree/use-moves.ts'
import { type SortingOf, useSorting, useSortingKeys } from '#web/lib/tree/use-sorting.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import {
  articleHref,
  articlesPath,
  categoryHref,
  newCategoryHref,
} from '#web/service/knowledge-base/article/addresses.ts'
import { ArticleStatus } from '#web/service/knowledge-base/article/article-marks.tsx'
import { articlesHref } from '#web/service/knowledge-base/article/articles-query.ts'
import { articleRow } from '#web/service/knowledge-base/article/loader-fields.ts'
import type { ArticleRow, Category } from '#web/service/knowledge-base/article/types.ts'
import { NewButton } from '#web/service/new-button.tsx'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { RowLink } from '#web/ui/list/table.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { placeAfter, type TreeItem } from '#web/ui/tree/tree-moves.ts'
import type { Route } from './+types/categories.ts'
import { CategoryTree } from './category-tree.tsx'
import { DeleteCategory } from './delete-category.tsx'
import { touches } from './live-parts.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Categories · Startup Tools' }]

const most = { shown: 500, part: 100 }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const asked = new URL(request.url).searchParams.get('category')
  const chosenId = asked && isUuid(asked) ? asked : null

  async function readOrder(category: string): Promise<ArticleOrder> {
    const query = { category, below: 'false', order: 'position', limit: most.part } as const
    const items: ArticleRow[] = []
    let cursor: string | undefined
    do {
      const page = await call(listArticles, { query: { ...query, cursor } })
      items.push(...page.items.map(articleRow))
      cursor = page.next ?? undefined
    } while (cursor && items.length < most.shown)
    if (!cursor) return { items, tail: null }
    const { items: rest } = await call(listArticles, { query: { ...query, cursor, limit: 1 } })
    return { items, tail: rest[0]?.id ?? null }
  }

  return readParts(request, {
    chosenId: () => chosenId,
    viewer: () => requireService(context),
    categories: async () => (await call(listCategories, { query: {} })).items,
    order: () => (chosenId ? readOrder(chosenId) : { items: [], tail: null }),
  })
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { viewer, chosenId, categories, order } = useLivePage(loaderData, ({ type }) => touchedBy(touches, type))
  const canWrite = viewer.service?.state !== 'ended'
  const [deleting, setDeleting] = useState<Category>()
  const tree = useMoves(categories, sendCategory)
  const articles = useMoves(order.items.map(ordered), sendArticle(chosenId ?? '', order.tail))
  const sortingTree = useSorting({ moves: tree, nests: true, enabled: canWrite })
  const sortingArticles = useSorting({ moves: articles, nests: false, enabled: canWrite })
  const listOfKeys = useSortingKeys([sortingTree, sortingArticles], canWrite)
  useCategoryKeys({
    readPointed: () => categories.find(({ id }) => listOfKeys() === sortingTree && id === sortingTree.cursor.cursorId),
    canWrite,
    onDelete: setDeleting,
  })
  useShortcuts(
    { o: { label: 'Order the articles of the open category', run: () => sortingArticles.cursor.move(1) } },
    { group: 'Categories', enabled: articles.shown.length > 0 },
  )
  const chosen = categories.find(({ id }) => id === chosenId)
  const refused = [tree, articles].find(({ problem }) => problem)

  return (
    <>
      <PageBar
        title="Categories"
        count={formatCount(categories.length)}
        back={{ href: articlesPath, label: 'Back to the articles' }}
        actions={<NewButton label="New category" href={newCategoryHref} group="Categories" canWrite={canWrite} />}
      />
      {refused?.problem && (
        <div className="shrink-0 border-b border-line p-2">
          <Banner tone="danger" title="The category was not moved." onDismiss={refused.dismissProblem}>
            {refused.problem.detail}
          </Banner>
        </div>
      )}
      <ScrollArea>
        {categories.length === 0 ? (
          <NoCategories canWrite={canWrite} />
        ) : (
          <div className="grid min-h-full max-md:content-start max-md:divide-y max-md:divide-line md:grid-cols-2 md:divide-x md:divide-line">
            <CategoryTree
              categories={tree.shown}
              chosenId={chosenId}
              canWrite={canWrite}
              sorting={sortingTree}
              onDelete={setDeleting}
            />
            {chosen ? (
              <CategoryArticles
                category={chosen}
                articles={articles.shown}
                hasMore={order.tail !== null}
                sorting={sortingArticles}
                canWrite={canWrite}
              />
            ) : (
              <p className="px-4 py-3 text-ink-3 md:px-5">Open a category to put its articles in order.</p>
            )}
          </div>
        )}
      </ScrollArea>
      <DeleteCategory category={deleting} categories={categories} onClose={() => setDeleting(undefined)} />
      <KeyStrip
        keys={canWrite ? stripKeys : stripKeys.slice(0, 2)}
        hasRow={sortingTree.cursor.cursorId !== undefined || sortingArticles.cursor.cursorId !== undefined}
      />
    </>
  )
}

type CategoryKeys = {
  readPointed: () => Category | undefined
  canWrite: boolean
  onDelete: (category: Category) => void
}

function useCategoryKeys({ readPointed, canWrite, onDelete }: CategoryKeys) {
  const navigate = useNavigate()
  const withPointed = (act: (category: Category) => void) => () => {
    const category = readPointed()
    if (category) act(category)
  }
  useShortcuts(
    {
      e: { label: 'Edit the category', run: withPointed(({ id }) => navigate(categoryHref(id))) },
      '#': { label: 'Delete the category', run: withPointed(onDelete) },
    },
    { group: 'Categories', enabled: canWrite },
  )
}

const stripKeys = [
  { keys: ['J', 'K'], label: 'Next, previous' },
  { keys: ['enter'], label: 'Open', ofRow: true },
  { keys: ['alt+up', 'alt+down'], label: 'Move', ofRow: true },
  { keys: ['alt+right', 'alt+left'], label: 'Move into or out of a category', ofRow: true },
  { keys: ['E'], label: 'Edit', ofRow: true },
  { keys: ['?'], label: 'All shortcuts' },
]

const NoCategories = ({ canWrite }: { canWrite: boolean }) => (
  <div className="grid h-full place-content-center">
    <EmptyState
      icon={FolderTree}
      title="No categories yet"
      actions={
        canWrite && (
          <Button href={newCategoryHref} keys="C">
            New category
          </Button>
        )
      }
    >
      Readers find articles by their category. Start with a few.
    </EmptyState>
  </div>
)

const sendCategory: Send = (id, body) =>
  ask<typeof moveCategory>('PUT', '/api/v1/knowledge-base/categories/:id/position', { params: { id }, body })

// `tail` is the first article that the list does not show. An article that is moved to the end of the shown list is
// placed before `tail`.
const sendArticle =
  (category: string, tail: string | null): Send =>
  (id, { before }) =>
    ask<typeof moveArticle>('PUT', '/api/v1/knowledge-base/articles/:id/position', {
      params: { id },
      body: { category, before: before ?? tail },
    })

type ArticleOrder = { items: ArticleRow[]; tail: string | null }

type OrderedArticle = ArticleRow & TreeItem & { name: string }

const ordered = (article: ArticleRow): OrderedArticle => ({ ...article, parent: null, name: article.title })

type Props = {
  category: Category
  articles: OrderedArticle[]
  hasMore: boolean
  sorting: SortingOf
  canWrite: boolean
}

const CategoryArticles = ({ category, articles, hasMore, sorting, canWrite }: Props) => (
  <section aria-label={`Articles in ${category.name}`} className="min-w-0">
    <h2 className="flex h-11 items-center gap-2 border-b border-line px-4 font-semibold md:px-5">
      <span className="truncate">{category.name}</span>
      <TextLink href={articlesHref({ category: category.id })} className="ml-auto shrink-0 font-normal">
        Show in article list
      </TextLink>
    </h2>
    {articles.length === 0 && (
      <p className="px-4 py-3 text-ink-3 md:px-5">
        This category has no articles of its own. Select articles in the article list and press M to move them here.
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
        Only the first {formatCount(articles.length)} are shown. To order the rest, move some to another category.
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
