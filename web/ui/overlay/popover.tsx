import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Fragment, type ReactElement, type ReactNode, type RefObject } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Props = {
  button: ReactElement
  buttonRef?: RefObject<HTMLButtonElement | null>
  label: string
  align?: 'start' | 'end'
  className?: string
  children: (close: () => void) => ReactNode
}

export const Popover = ({ button, buttonRef, label, align = 'start', className, children }: Props) => (
  <HeadlessPopover as={Fragment}>
    <PopoverButton as={Fragment} ref={buttonRef} aria-haspopup="dialog">
      {button}
    </PopoverButton>
    <PopoverPanel
      focus
      ref={focusWithoutControls}
      role="dialog"
      aria-label={label}
      anchor={{ to: `bottom ${align}`, gap: 4, padding: 8 }}
      className={classNames('z-25 animate-rise rounded-md bg-raised text-ink shadow-menu outline-none', className)}
    >
      {({ close }) => <>{children(() => close())}</>}
    </PopoverPanel>
  </HeadlessPopover>
)

// Focuses the panel if it has no controls, so that screen readers announce its name. In other panels, Headless UI
// focuses the first control.
function focusWithoutControls(panel: HTMLElement | null) {
  if (!panel?.querySelector('input, textarea, button, a[href]')) panel?.focus({ preventScroll: true })
}
