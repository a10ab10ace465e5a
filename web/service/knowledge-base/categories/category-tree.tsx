import { EllipsisVertical, GripVertical } from 'lucide-react'
import type { SortingOf } from '#web/lib/tree/use-sorting.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { categoriesHref, categoryHref } from '#web/service/knowledge-base/article/addresses.ts'
import { visibilityIcons } from '#web/service/knowledge-base/article/choices.tsx'
import type { Category } from '#web/service/knowledge-base/article/types.ts'
import { visibilityLabels } from '#web/service/knowledge-base/article/words.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { RowLink } from '#web/ui/list/table.tsx'
import { categoryShapes } from '#web/ui/mark/category-shapes.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { placeAfter, type TreeStep } from '#web/ui/tree/tree-moves.ts'

type Props = {
  categories: Category[]
  chosenId: string | null
  sorting: SortingOf
  canWrite: boolean
  onDelete: (category: Category) => void
}

export function CategoryTree({ categories, ...rest }: Props) {
  const depths = new Map<string, number>()
  for (const { id, parent } of categories) depths.set(id, parent === null ? 0 : (depths.get(parent) ?? 0) + 1)
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]))
  return (
    <div ref={rest.sorting.cursor.table}>
      <ul aria-label="Categories">
        {categories.map((category) => (
          <CategoryRow
            key={category.id}
            category={category}
            categories={categories}
            depth={depths.get(category.id) ?? 0}
            within={category.parent ? nameOf.get(category.parent) : undefined}
            {...rest}
          />
        ))}
      </ul>
    </div>
  )
}

type RowProps = Props & { category: Category; depth: number; within: string | undefined }

function CategoryRow({ category, depth, within, chosenId, sorting, canWrite, ...rest }: RowProps) {
  const { id, name, icon, visibility = 'public', articleCount } = category
  const isCurrent = sorting.cursor.cursorId === id
  return (
    <li
      data-row={id}
      data-current={isCurrent || undefined}
      onFocus={() => sorting.cursor.setCursorId(id)}
      {...sorting.rowProps(id)}
      className={classNames('sorted-row', depths[depth], id === chosenId ? 'bg-selected' : 'hover:bg-hover')}
    >
      {canWrite && <Icon of={GripVertical} size={14} className="cursor-grab text-ink-3 max-md:hidden" />}
      <Icon of={categoryShapes[icon]} className="text-ink-3" />
      <RowLink href={`${categoriesHref}?category=${id}`} draggable={false} aria-current={id === chosenId || undefined}>
        {name}
        {within && <VisuallyHidden>, in {within}</VisuallyHidden>}
      </RowLink>
      {visibility !== 'public' && (
        <span title={visibilityLabels[visibility]} className="text-ink-3">
          <Icon of={visibilityIcons[visibility]} size={14} />
          <VisuallyHidden>For {visibilityLabels[visibility].toLowerCase()}</VisuallyHidden>
        </span>
      )}
      <span className="ml-auto text-meta text-ink-3 tabular-nums">
        <span aria-hidden>{formatCount(articleCount)}</span>
        <VisuallyHidden>{plural(articleCount, 'article')}</VisuallyHidden>
      </span>
      {canWrite && <RowMenu category={category} sorting={sorting} {...rest} />}
    </li>
  )
}

type MenuProps = Pick<RowProps, 'category' | 'categories' | 'sorting' | 'onDelete'>

const steps: { step: TreeStep; label: string; keys: string }[] = [
  { step: 'up', label: 'Move up', keys: 'alt+up' },
  { step: 'down', label: 'Move down', keys: 'alt+down' },
  { step: 'in', label: 'Move into the category above', keys: 'alt+right' },
  { step: 'out', label: 'Move out of the parent category', keys: 'alt+left' },
]

const RowMenu = ({ category, categories, sorting, onDelete }: MenuProps) => (
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
      { items: [{ label: 'Delete…', keys: '#', danger: true, onSelect: () => onDelete(category) }] },
    ].filter(({ items }) => items.length > 0)}
  />
)

const depths = ['pl-3', 'pl-8', 'pl-11', 'pl-14', 'pl-17']
