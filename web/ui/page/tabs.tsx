import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'

type Props<V extends string> = {
  label: string
  items: { value: V; label: ReactNode; count?: number }[]
  value: V
  onChange: (value: V) => void
  panelId: string
  className?: string
}

export function Tabs<V extends string>({ label, items, value, onChange, panelId, className }: Props<V>) {
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const index = (items.findIndex((item) => item.value === value) + step + items.length) % items.length
    const next = items[index]
    if (next) onChange(next.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }

  return (
    <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className={classNames('flex gap-4', className)}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          aria-selected={item.value === value}
          aria-controls={panelId}
          tabIndex={item.value === value ? 0 : -1}
          onClick={() => onChange(item.value)}
          className={tabLook(item.value === value)}
        >
          {item.label}
          {item.count !== undefined && <span className="text-ink-3 tabular-nums">{item.count}</span>}
        </button>
      ))}
    </div>
  )
}

const tabLook = (isCurrent: boolean) =>
  classNames(
    '-mb-px inline-flex h-9 items-center gap-1.5 border-b-2 font-medium whitespace-nowrap touch:h-10',
    isCurrent ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
  )

type LinkProps = {
  label: string
  items: { href: string; label: ReactNode; count?: number; current?: boolean }[]
  className?: string
}

export const LinkTabs = ({ label, items, className }: LinkProps) => (
  <nav aria-label={label} className={classNames('flex gap-4 border-b border-line', className)}>
    {items.map((item) => (
      <Link
        key={item.href}
        to={item.href}
        preventScrollReset
        aria-current={item.current ? 'page' : undefined}
        className={tabLook(Boolean(item.current))}
      >
        {item.label}
        {item.count !== undefined && <span className="text-ink-3 tabular-nums">{item.count}</span>}
      </Link>
    ))}
  </nav>
)
