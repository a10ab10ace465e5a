import { FolderTree } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMoves } from '#web/lib/tree/use-moves.ts'
import { useSorting, useSortingKeys } from '#web/lib/tree/use-sorting.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { articlesPath, categoryHref, newCategoryHref } from '#web/service/knowledge-base/article/addresses.ts'
import type { Category } from '#web/service/knowledge-base/article/types.ts'
import { NewButton } from '#web/service/new-button.tsx'
import type { Viewer } from '#web/shell/viewer.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { type ArticleOrder, CategoryArticles, ordered } from './category-articles.tsx'
import { CategoryTree } from './category-tree.tsx'
import { DeleteCategory } from './delete-category.tsx'
import { sendArticle, sendCategory } from './send-moves.ts'

type Props = { viewer: Viewer; chosenId: string | null; categories: Category[]; order: ArticleOrder }

export function CategoriesPage({ viewer, chosenId, categories, order }: Props) {
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
          <Banner tone="danger" title="A move failed." onDismiss={refused.dismissProblem}>
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
  { keys: ['alt+right', 'alt+left'], label: 'In, out', ofRow: true },
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
