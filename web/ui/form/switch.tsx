import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Props = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'onChange'> & {
  label: ReactNode
  hideLabel?: boolean
  onChange?: (checked: boolean) => void
}

/** Switch whose change is applied at once. If the value waits for a Save button, use a Checkbox. */
export const Switch = ({ label, hideLabel, onChange, className, ...rest }: Props) => (
  <label className={classNames('group/switch inline-flex items-center gap-2', className)}>
    <span className="touch-area inline-grid shrink-0 items-center *:[grid-area:1/1]">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the browser tells whether its own checkbox is checked
        role="switch"
        {...rest}
        onChange={(event) => onChange?.(event.target.checked)}
        className={track}
      />
      <span className={thumb} />
    </span>
    <span className={hideLabel ? 'sr-only' : 'group-has-disabled/switch:text-ink-off'}>{label}</span>
  </label>
)

const track = 'h-4 w-7 appearance-none rounded-full bg-grey-solid checked:bg-accent disabled:opacity-50'
const thumb =
  'pointer-events-none ml-0.5 size-3 rounded-full bg-white transition-[translate] duration-(--st-t-hover) group-has-checked/switch:translate-x-3 dark:group-has-checked/switch:bg-on-accent'
