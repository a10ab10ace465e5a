import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Menu, type MenuChoice, type MenuGroup } from '#web/ui/overlay/menu.tsx'
import { Button, buttonLook } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'variant' | 'href'> & {
  label: string
  menuLabel: string
  items?: MenuChoice[]
  groups?: MenuGroup[]
}

export function SplitButton({ label, menuLabel, items, groups, size = 'sm', className, ...rest }: Props) {
  const chevron = (
    <button
      type="button"
      aria-label={menuLabel}
      disabled={rest.disabled || rest.busy}
      className={classNames(
        buttonLook({ variant: 'primary', size }),
        'rounded-l-none! px-1.5! disabled:bg-press! disabled:text-ink-off!',
      )}
    >
      <Icon of={ChevronDown} size={14} />
    </button>
  )
  return (
    <span className={classNames('inline-flex gap-px', className)}>
      <Button variant="primary" size={size} {...rest} className="rounded-r-none!">
        {label}
      </Button>
      <Menu button={chevron} label={menuLabel} items={items} groups={groups} align="end" />
    </span>
  )
}
