import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'

type Props<V extends string> = {
  label: string
  options: { value: V; label: ReactNode; count?: number }[]
  value?: V
  defaultValue?: V
  onChange?: (value: V) => void
  name?: string
}

export function Segments<V extends string>({ label, options, value: given, defaultValue, onChange, name }: Props<V>) {
  const ownName = useId()
  const [own, setOwn] = useState(defaultValue)
  const value = given ?? own

  function choose(next: V) {
    setOwn(next)
    onChange?.(next)
  }

  return (
    <fieldset className={frame}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            segmentLook(option.value === value),
            'has-focus-visible:outline-2 has-focus-visible:outline-ring',
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={name ?? ownName}
            value={option.value}
            checked={option.value === value}
            onChange={() => choose(option.value)}
          />
          <SegmentText {...option} />
        </label>
      ))}
    </fieldset>
  )
}

type LinkProps = { label: string; items: { href: string; label: ReactNode; count?: number; current: boolean }[] }

export const LinkSegments = ({ label, items }: LinkProps) => (
  <nav aria-label={label} className={frame}>
    {items.map((item) => (
      <Link
        key={item.href}
        to={item.href}
        aria-current={item.current ? 'page' : undefined}
        className={segmentLook(item.current)}
      >
        <SegmentText {...item} />
      </Link>
    ))}
  </nav>
)

const SegmentText = ({ label, count }: { label: ReactNode; count?: number }) => (
  <>
    {label}
    {count !== undefined && <span className="tabular-nums">{count}</span>}
  </>
)

const frame = 'inline-flex shrink-0 rounded-sm bg-press p-0.5'
const segmentLook = (isCurrent: boolean) =>
  classNames(
    'relative inline-flex h-6 cursor-pointer items-center gap-1.5 rounded-xs px-2 text-meta font-medium whitespace-nowrap touch:h-9',
    isCurrent
      ? 'bg-chosen text-ink shadow-[0_0_0_1px_var(--st-line),var(--st-shadow-control)] dark:shadow-none'
      : 'text-ink-2 hover:text-ink',
  )
