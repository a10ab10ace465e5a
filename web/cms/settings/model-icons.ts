import { Layers } from 'lucide-react'
import type { Option } from '#web/ui/choice/option.tsx'
import { categoryShapes } from '#web/ui/mark/category-shapes.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'

const shapes: Record<string, IconShape> = categoryShapes

/**
 * Returns the icon of a model. Returns `Layers` for a name that is unknown here, because the API accepts other names.
 */
export const modelIcon = (name: string): IconShape => shapes[name] ?? Layers

const labelOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

export const iconOptions: Option[] = [
  { value: '', label: 'Layers', icon: Layers },
  ...Object.entries(shapes).map(([name, icon]) => ({ value: name, label: labelOf(name), icon })),
]
