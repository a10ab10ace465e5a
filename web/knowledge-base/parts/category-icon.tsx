import type { CategoryCard } from '#contract/knowledge-base/reading.ts'
import { categoryShapes } from '#web/ui/mark/category-shapes.ts'
import { Icon } from '#web/ui/mark/icon.tsx'

export function CategoryIcon({ name }: { name: CategoryCard['icon'] }) {
  return <Icon of={categoryShapes[name]} size={18} className="mt-0.75 text-accent-ink" />
}
