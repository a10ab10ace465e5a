import { ChevronDown, X } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { FilterList } from '#web/ui/choice/filter-list.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'

type Props = {
  label: string
  any: string
  options: { value: string; label: string }[]
  value: string | null
  hrefOf: (value: string | null) => string
}

const anyValue = ''

export function FilterPicker({ label, any, options, value, hrefOf }: Props) {
  const navigate = useNavigate()
  const chosen = options.find((option) => option.value === value)
  return (
    <span className={classNames(frame, chosen ? 'border-accent/30 bg-selected text-accent-ink' : resting)}>
      <Popover
        label={label}
        className="w-60 p-1"
        button={
          <button type="button" className="touch-area inline-flex h-full items-center gap-1.25 rounded-sm px-2">
            {label} <b className="max-w-40 truncate font-[550] text-ink">{chosen?.label ?? any}</b>
            {!chosen && <Icon of={ChevronDown} size={12} />}
          </button>
        }
      >
        {(close) => (
          <FilterList
            label={label}
            options={[{ value: anyValue, label: any[0]!.toUpperCase() + any.slice(1) }, ...options]}
            value={value ?? anyValue}
            onChoose={(next) => {
              close()
              navigate(hrefOf(next || null))
            }}
          />
        )}
      </Popover>
      {chosen && (
        <Link
          to={hrefOf(null)}
          aria-label={`Remove the filter ${label} ${chosen.label}`}
          className="touch-area grid h-full w-6 place-items-center rounded-sm"
        >
          <Icon of={X} size={12} />
        </Link>
      )}
    </span>
  )
}

const frame = 'inline-flex h-6 shrink-0 items-center rounded-sm border text-meta whitespace-nowrap touch:h-8'
const resting = 'border-line-strong bg-surface text-ink-3 hover:bg-hover'
