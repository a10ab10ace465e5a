import { DialogBackdrop, DialogPanel, Dialog as HeadlessDialog } from '@headlessui/react'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Layer, useNewLayer } from '#web/ui/keys/layers.ts'
import { focusHeading } from '#web/ui/page/focus-heading.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

type Props = {
  open: boolean
  onClose: () => void
  label?: string
  initialFocus?: RefObject<HTMLElement | null>
  placement: keyof typeof placements
  className: string
  children: ReactNode
}

export function Modal({ open, onClose, label, initialFocus, placement, className, children }: Props) {
  const { frame, panel } = placements[placement]
  const panelElement = useRef<HTMLDivElement>(null)
  const isOpen = useWayBack(open)
  const layer = useNewLayer(open)
  const lastFocused = useRef<Element>(null)
  const focusTarget = useMemo(() => focusTargetIn(panelElement, lastFocused, initialFocus), [initialFocus])
  // Renders nothing on the server. Headless UI renders a style attribute even while the dialog is closed, and the
  // content security policy forbids it.
  if (!useIsHydrated()) return null
  return (
    <HeadlessDialog
      open={isOpen}
      onClose={onClose}
      initialFocus={focusTarget}
      aria-label={label}
      className="fixed inset-0 z-20"
    >
      <DialogBackdrop className="fixed inset-0 bg-scrim transition-opacity duration-(--st-t-dialog) starting:opacity-0" />
      <div className="fixed inset-0 overflow-y-auto">
        <div className={classNames('flex', frame)}>
          <DialogPanel
            ref={panelElement}
            onKeyDown={closeOnEscape(onClose)}
            onFocus={({ target, currentTarget }) => {
              // React also reports focus events of a modal that was opened from this modal. They are ignored.
              if (currentTarget.contains(target)) lastFocused.current = target
            }}
            className={classNames('w-full shadow-dialog', panel, className)}
          >
            <Layer value={layer}>{children}</Layer>
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  )
}

/** Closes the modal on Escape at once. Headless UI handles Escape only a moment after the modal has opened. */
const closeOnEscape = (onClose: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  onClose()
}

const fields = 'input:not([type=hidden]), textarea, select, button[aria-haspopup=listbox]'

const focusTargetIn = (
  panel: RefObject<HTMLElement | null>,
  last: RefObject<Element | null>,
  first: RefObject<HTMLElement | null> | undefined,
): RefObject<HTMLElement | null> => ({
  get current() {
    if (last.current instanceof HTMLElement && panel.current?.contains(last.current)) return last.current
    return first ? first.current : (panel.current?.querySelector<HTMLElement>(fields) ?? null)
  },
})

const placements = {
  middle: {
    frame: 'h-full items-start justify-center px-4 pt-[11vh] pb-8 max-md:pt-6',
    panel: 'layer-dialog flex max-h-full flex-col overflow-hidden rounded-lg bg-raised',
  },
  top: {
    frame: 'min-h-full items-start justify-center px-3 pt-[12vh] max-md:pt-3',
    panel: 'layer-dialog overflow-hidden rounded-lg bg-raised',
  },
  side: {
    frame: 'min-h-full items-stretch',
    panel: 'bg-canvas transition-[translate] duration-(--st-t-dialog) ease-out starting:-translate-x-full',
  },
}

// Returns whether the modal may open. If nothing has the focus, focuses the heading first. Otherwise Headless UI would
// later return the focus to an older control.
function useWayBack(open: boolean) {
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (open && (!activeElement || activeElement === body)) focusHeading()
    setReady(open)
  }, [open])
  return open && isReady
}
