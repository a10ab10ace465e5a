import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

type Props = {
  button: ReactElement
  label: string
  align?: 'start' | 'end'
  className?: string
  children: (close: () => void) => ReactNode
}

/** A floating panel under its button. Headless UI marks it with a style attribute, which a page from the server must not have. */
export function Popover({ button, label, align = 'start', className, children }: Props) {
  if (!useIsHydrated()) return button
  return (
    <HeadlessPopover className="contents">
      <PopoverButton as={Fragment}>{button}</PopoverButton>
      <PopoverPanel
        focus
        transition
        aria-label={label}
        anchor={{ to: `bottom ${align}`, gap: 4, padding: 8 }}
        className={classNames('layer-menu z-10 rounded-md bg-raised text-ink shadow-menu outline-none', className)}
      >
        {({ close }) => <>{children(close)}</>}
      </PopoverPanel>
    </HeadlessPopover>
  )
}
