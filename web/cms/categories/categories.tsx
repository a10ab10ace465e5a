import { EllipsisVertical, FolderTree, GripVertical, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listContentCategories, type moveContentCategory } from '#contract/content/categories.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { type Send, useMoves } from '#web/lib/tree/use-moves.ts'
import { type SortingOf, useSorting, useSortingKeys } from '#web/lib/tree/use-sorting.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
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
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { placeAfter, type TreeStep } from '#web/ui/tree/tree-moves.ts'
import type { Route } from './+types/categories.ts'
import { type Category, categoryHref, newCategoryHref } from './category-data.ts'
import { DeleteCategory, MergeCategory } from './remove-category.tsx'

export const meta = () => [{ title: 'Categories of content · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await context.get(api).call(listContentCategories, { query: {} })
  return { categories: items }
}

const sendMove: Send = (id, body) =>
  ask<typeof moveContentCategory>('PUT', '/api/v1/content-categories/:id/position', { params: { id }, body })

export default function Categories({ loaderData: { categories } }: Route.ComponentProps) {
  useLiveReload(({ type }) => type.startsWith('content-category.'))
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState<Category>()
  const [merging, setMerging] = useState<Category>()
  const moves = useMoves(categories, sendMove)
  const sorting = useSorting({ moves, nests: true, enabled: true })
  useSortingKeys([sorting], true)
  const pointed = () => categories.find(({ id }) => id === sorting.cursor.cursorId)
  const withPointed = (act: (category: Category) => void) => () => {
    const category = pointed()
    if (category) act(category)
  }
  useShortcuts(
    {
      c: { label: 'New category', run: () => navigate(newCategoryHref) },
      e: { label: 'Edit the category', run: withPointed(({ id }) => navigate(categoryHref(id))) },
      m: { label: 'Merge the category into another', run: withPointed(setMerging) },
      '#': { label: 'Delete the category', run: withPointed(setDeleting) },
    },
    { group: 'Categories' },
  )
  return (
    <>
      <PageBar
        title="Categories"
        count={formatCount(categories.length)}
        actions={
          <Button variant="primary" icon={Plus} keys="C" href={newCategoryHref}>
            <span className="max-md:sr-only">New category</span>
          </Button>
        }
      />
      {moves.problem && (
        <div className="shrink-0 border-b border-line p-2">
          <Banner tone="danger" title="The category was not moved." onDismiss={moves.dismissProblem}>
            {moves.problem.detail}
          </Banner>
        </div>
      )}
      <ScrollArea>
        {categories.length === 0 ? (
          <div className="grid h-full place-content-center">
            <EmptyState
              icon={FolderTree}
              title="No categories yet"
              actions={<Button href={newCategoryHref}>Add a category</Button>}
            >
              A category groups entries of any model. A site can request the entries of a category.
            </EmptyState>
          </div>
        ) : (
          <Tree categories={moves.shown} sorting={sorting} onMerge={setMerging} onDelete={setDeleting} />
        )}
      </ScrollArea>
      <DeleteCategory category={deleting} categories={categories} onClose={() => setDeleting(undefined)} />
      <MergeCategory category={merging} categories={categories} onClose={() => setMerging(undefined)} />
      <KeyStrip keys={stripKeys} hasRow={sorting.cursor.cursorId !== undefined} />
    </>
  )
}

const stripKeys = [
  { keys: ['J', 'K'], label: 'Next, previous' },
  { keys: ['alt+up', 'alt+down'], label: 'Move', ofRow: true },
  { keys: ['alt+right', 'alt+left'], label: 'Move into a category or out', ofRow: true },
  { keys: ['E'], label: 'Edit', ofRow: true },
  { keys: ['?'], label: 'All shortcuts' },
]

type TreeProps = {
  categories: Category[]
  sorting: SortingOf
  onMerge: (category: Category) => void
  onDelete: (category: Category) => void
}

function Tree({ categories, sorting, ...acts }: TreeProps) {
  const depths = new Map<string, number>()
  for (const { id, parent } of categories) depths.set(id, parent === null ? 0 : (depths.get(parent) ?? 0) + 1)
  return (
    <div ref={sorting.cursor.table}>
      <ul aria-label="Categories">
        {categories.map((category) => {
          const { id, name, slug, entryCount } = category
          return (
            <li
              key={id}
              data-row={id}
              data-current={sorting.cursor.cursorId === id || undefined}
              onFocus={() => sorting.cursor.setCursorId(id)}
              {...sorting.rowProps(id)}
              className="sorted-row hover:bg-hover"
              style={{ paddingLeft: 12 + (depths.get(id) ?? 0) * 20 }}
            >
              <Icon of={GripVertical} size={14} className="cursor-grab text-ink-3 max-md:hidden" />
              <RowLink href={categoryHref(id)} draggable={false}>
                {name}
              </RowLink>
              <span className="truncate font-mono text-meta text-ink-3 max-md:hidden">{slug}</span>
              <span className="ml-auto text-meta text-ink-3 tabular-nums">
                <span aria-hidden>{formatCount(entryCount)}</span>
                <VisuallyHidden>{plural(entryCount, 'entry', 'entries')}</VisuallyHidden>
              </span>
              <RowMenu {...{ category, categories, sorting, ...acts }} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const steps: { step: TreeStep; label: string; keys: string }[] = [
  { step: 'up', label: 'Move up', keys: 'alt+up' },
  { step: 'down', label: 'Move down', keys: 'alt+down' },
  { step: 'in', label: 'Move into the category above', keys: 'alt+right' },
  { step: 'out', label: 'Move out of the parent category', keys: 'alt+left' },
]

const RowMenu = ({ category, categories, sorting, onMerge, onDelete }: TreeProps & { category: Category }) => (
  <Menu
    label={category.name}
    align="end"
    button={<IconButton icon={EllipsisVertical} label={`Actions for ${category.name}`} className="z-1" />}
    groups={[
      { items: [{ label: 'Edit', keys: 'E', href: categoryHref(category.id) }] },
      {
        items: steps
          .filter(({ step }) => placeAfter(categories, category.id, step))
          .map(({ step, label, keys }) => ({ label, keys, onSelect: () => sorting.step(category.id, step) })),
      },
      { items: [{ label: 'Merge into another category…', keys: 'M', onSelect: () => onMerge(category) }] },
      { items: [{ label: 'Delete…', keys: '#', danger: true, onSelect: () => onDelete(category) }] },
    ].filter(({ items }) => items.length > 0)}
  />
)
