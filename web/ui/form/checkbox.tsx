import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Props = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'ref'> & {
  label: ReactNode
  hideLabel?: boolean
  description?: ReactNode
  indeterminate?: boolean
}

export function Checkbox({ label, hideLabel, description, indeterminate = false, className, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const descriptionId = useId()
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])

  return (
    <label className={classNames('group/check inline-flex items-start gap-2 align-middle', className)}>
      <span className="check-frame">
        <input
          ref={input}
          type="checkbox"
          aria-describedby={description ? descriptionId : undefined}
          {...rest}
          className="check-box"
        />
        <svg viewBox="0 0 24 24" aria-hidden className="glyph check-mark">
          <path d={indeterminate ? 'M5 12h14' : 'M20 6 9 17l-5-5'} />
        </svg>
      </span>
      <span className={hideLabel ? 'sr-only' : 'min-w-0 group-has-disabled/check:text-ink-off'}>
        {label}
        {description && (
          <span id={descriptionId} className="block text-meta text-ink-3">
            {description}
          </span>
        )}
      </span>
    </label>
  )
}
