import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Props<V extends string> = {
  label: ReactNode
  hideLabel?: boolean
  name: string
  options: readonly { value: V; label: ReactNode; description?: ReactNode; disabled?: boolean }[]
  value?: V
  defaultValue?: V
  onChange?: (value: V) => void
  layout?: 'rows' | 'inline'
}

export function RadioGroup<V extends string>({
  label,
  hideLabel,
  name,
  options,
  value,
  defaultValue,
  onChange,
  layout = 'rows',
}: Props<V>) {
  const id = useId()
  const look = looks[layout]
  return (
    <fieldset className="min-w-0">
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 font-medium'}>{label}</legend>
      <div className={look.frame}>
        {options.map((option) => (
          <label key={option.value} className={classNames('group/radio', look.row)}>
            <input
              type="radio"
              name={name}
              value={option.value}
              disabled={option.disabled}
              aria-describedby={option.description ? `${id}-${option.value}` : undefined}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={() => onChange?.(option.value)}
              className={radio}
            />
            <span className="min-w-0 group-has-disabled/radio:text-ink-off">
              <span className={layout === 'rows' ? 'font-medium' : undefined}>{option.label}</span>
              {option.description && (
                <span id={`${id}-${option.value}`} className="block text-meta text-ink-3">
                  {option.description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const radio =
  'touch-area my-0.5 size-4 shrink-0 appearance-none rounded-full border border-control bg-surface checked:border-5 checked:border-accent disabled:border-line-strong disabled:bg-press'

const looks = {
  rows: {
    frame: 'overflow-hidden rounded-md border border-line-strong',
    row: 'flex gap-2.5 border-t border-line px-3 py-2.5 first:border-t-0 has-checked:bg-selected',
  },
  inline: { frame: 'flex flex-wrap gap-x-4 gap-y-2', row: 'inline-flex items-start gap-2' },
}
