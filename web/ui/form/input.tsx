import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { type ControlSize, controlLook } from './control-look.ts'
import { useField, useFieldControl } from './field.tsx'

type Props = Omit<ComponentPropsWithRef<'input'>, 'size' | 'prefix'> & {
  size?: ControlSize
  icon?: IconShape
  prefix?: ReactNode
  suffix?: ReactNode
  quiet?: boolean
  onText?: (text: string) => void
}

export function Input({ size = 'md', icon, prefix, suffix, quiet, onText, className, ...rest }: Props) {
  const field = useField()
  return (
    <span className={classNames(controlLook(size, field?.state, quiet), className)}>
      {icon && <Icon of={icon} size={size === 'lg' ? 16 : 14} className="text-ink-3" />}
      {prefix && <span className="-mr-1 max-w-1/2 shrink-0 truncate text-ink-3">{prefix}</span>}
      <input
        dir={dirOf(rest.type)}
        onChange={onText && ((event) => onText(event.target.value))}
        {...useFieldControl()}
        {...rest}
        className="min-w-0 flex-1 self-stretch bg-transparent outline-none"
      />
      {suffix && <span className="text-ink-3">{suffix}</span>}
    </span>
  )
}

/**
 * Field for e-mail addresses. It is a text field, because browsers accept only ASCII before the @ in fields of type
 * `email`.
 */
export const EmailInput = (props: Props) => <Input {...emailInput} {...props} />

export const emailInput = { dir: 'ltr', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const

// Returns the direction of a field. Text fields use the direction of their first letter. Other types use the default.
const dirOf = (type = 'text') => (type === 'text' || type === 'search' ? 'auto' : undefined)
