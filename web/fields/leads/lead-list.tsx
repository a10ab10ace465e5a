import { File, GripVertical, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type Lead, useFieldServices } from '#web/fields/form/field-services.tsx'
import { isValues } from '#web/fields/form/field-shape.ts'
import { MoveButtons, moved } from '#web/fields/inputs/move-buttons.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { useTreeDrag } from '#web/ui/tree/use-tree-drag.ts'

type Props = {
  ids: string[]
  disabled: boolean
  onChange: (ids: string[]) => void
  draw?: (id: string) => ReactNode
}

export function LeadList({ ids, disabled, onChange, draw = (id) => <LeadFace id={id} /> }: Props) {
  const { leadOf } = useFieldServices()
  const list = useRef<HTMLUListElement>(null)
  const canMove = !disabled && ids.length > 1
  const drag = useTreeDrag({
    items: ids.map((id) => ({ id, parent: null })),
    nests: false,
    enabled: canMove,
    onMove: (id, { before }) => {
      const others = ids.filter((one) => one !== id)
      onChange(others.toSpliced(before === null ? others.length : others.indexOf(before), 0, id))
    },
  })

  function move(at: number, to: number) {
    onChange(moved(ids, at, to))
    requestAnimationFrame(() => {
      const row = list.current?.children[to]
      const wanted = row?.querySelector<HTMLButtonElement>(`[data-part=${to < at ? 'up' : 'down'}]:not(:disabled)`)
      const other = row?.querySelector<HTMLButtonElement>('[data-part]:not(:disabled)')
      ;(wanted ?? other)?.focus()
    })
  }

  return (
    <ul ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-1 empty:hidden">
      {ids.map((id, at) => (
        <li
          key={id}
          {...drag(id)}
          className="group flex min-h-10 items-center gap-2 rounded-sm border border-line bg-surface px-2 data-[drop=after]:border-b-accent data-[drop=before]:border-t-accent"
        >
          {canMove && <Icon of={GripVertical} size={14} className="cursor-grab text-ink-3" />}
          {draw(id)}
          {!disabled && (
            <span className="ml-auto flex shrink-0 items-center">
              {ids.length > 1 && (
                <MoveButtons
                  at={at}
                  count={ids.length}
                  size="sm"
                  labelOf={(direction) => `Move ${direction}`}
                  onMove={(to) => move(at, to)}
                />
              )}
              <IconButton
                size="sm"
                icon={X}
                label={`Remove ${leadOf(id)?.title || 'this'}`}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

export function LeadFace({ id }: { id: string }) {
  const { leadOf, hrefOf, models } = useFieldServices()
  const lead = leadOf(id)
  if (!lead)
    return (
      <span className="flex min-w-0 items-center gap-2 text-ink-3">
        <Icon of={File} />
        <span className="truncate">Deleted</span>
      </span>
    )
  const href = hrefOf(lead)
  const title = lead.title || 'Untitled'
  return (
    <span className="flex min-w-0 items-center gap-2">
      {lead.picture && (
        <img src={lead.picture} alt="" loading="lazy" className="size-6 shrink-0 rounded-xs object-cover" />
      )}
      <span className="min-w-0 truncate">{href ? <TextLink href={href}>{title}</TextLink> : title}</span>
      <span className="truncate text-meta text-ink-3">{detailOf(lead, models)}</span>
    </span>
  )
}

export function detailOf({ model, status }: Lead, models: { key: string; name: string }[]) {
  const name = models.find(({ key }) => key === model)?.name
  return [name, status && status !== 'published' ? (statusWords[status] ?? status) : null].filter(Boolean).join(', ')
}

const statusWords: Record<string, string> = {
  draft: 'draft',
  in_review: 'in review',
  changed: 'with changes',
  archived: 'archived',
}

export const idsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => {
    const id = isValues(one) ? one.id : one
    return typeof id === 'string' ? [id] : []
  })

export const valueFrom = (ids: string[], many: boolean | undefined): string | string[] | null =>
  ids.length === 0 ? null : many ? ids : (ids.at(-1) ?? null)
