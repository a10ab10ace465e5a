import { CircleAlert } from 'lucide-react'
import { Icon } from '#web/ui/mark/icon.tsx'
import type { FieldOf } from './field-shape.ts'

type Props = {
  faults: Record<string, string>
  fields: readonly FieldOf[]
  title: string
  onGoTo: (path: string) => void
}

export const FaultList = ({ faults, fields, title, onGoTo }: Props) => (
  <section aria-label={title} className="rounded-sm bg-red-tint px-3 py-2 text-red-ink">
    <h2 className="flex items-center gap-2 font-medium">
      <Icon of={CircleAlert} size={14} />
      {title}
    </h2>
    <ul className="mt-1 grid gap-0.5">
      {Object.entries(faults).map(([path, words]) => (
        <li key={path}>
          <button
            type="button"
            onClick={() => onGoTo(path)}
            className="w-full rounded-xs text-left text-meta wrap-anywhere hover:underline"
          >
            <b className="font-medium">{labelOf(path, fields)}</b>: {words}
          </button>
        </li>
      ))}
    </ul>
  </section>
)

function labelOf(path: string, fields: readonly FieldOf[]) {
  const [key, ...rest] = path.split('.')
  const label = fields.find((field) => field.key === key)?.label || key
  return rest.length > 0
    ? `${label}, ${rest.map((part) => (/^\d+$/.test(part) ? Number(part) + 1 : part)).join(' ')}`
    : label
}
