import { Check, Minus } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'

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
      <span className={boxFrame}>
        <input
          ref={input}
          type="checkbox"
          aria-describedby={description ? descriptionId : undefined}
          {...rest}
          className={box}
        />
        <Icon of={indeterminate ? Minus : Check} size={12} className={mark} />
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

const boxFrame = 'touch-area my-0.5 grid size-4 shrink-0 place-items-center *:[grid-area:1/1]'
const box =
  'size-4 appearance-none rounded-xs border border-control bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:border-line-strong disabled:bg-press'
const mark =
  'pointer-events-none z-1 [stroke-width:3] text-on-accent opacity-0 group-has-checked/check:opacity-100 group-has-indeterminate/check:opacity-100 group-has-disabled/check:text-ink-off'
