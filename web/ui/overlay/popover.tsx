import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '#web/ui/class-names.ts'

type ButtonProps = {
  ref?: Ref<HTMLButtonElement>
  onClick?: () => void
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'dialog'
}

type Props = {
  button: ReactElement<ButtonProps>
  buttonRef?: RefObject<HTMLButtonElement | null>
  label: string
  align?: 'start' | 'end'
  className?: string
  children: (close: () => void) => ReactNode
}

/** A floating panel at its button. Escape, a press elsewhere and leaving it by Tab close it, and the focus returns. */
export function Popover({ button, buttonRef, label, align = 'start', className, children }: Props) {
  const ownRef = useRef<HTMLButtonElement>(null)
  const anchor = buttonRef ?? ownRef
  const [isOpen, setOpen] = useState(false)

  function close() {
    setOpen(false)
    anchor.current?.focus({ preventScroll: true })
  }

  return (
    <>
      {cloneElement(button, {
        ref: anchor,
        onClick: () => setOpen(!isOpen),
        'aria-expanded': isOpen,
        'aria-haspopup': 'dialog',
      })}
      {isOpen &&
        createPortal(
          <Panel
            anchor={anchor}
            label={label}
            align={align}
            className={className}
            onClose={close}
            onLeave={() => setOpen(false)}
          >
            {children(close)}
          </Panel>,
          document.body,
        )}
    </>
  )
}

type PanelProps = {
  anchor: RefObject<HTMLElement | null>
  label: string
  align: 'start' | 'end'
  className?: string
  onClose: () => void
  onLeave: () => void
  children: ReactNode
}

function Panel({ anchor, label, align, className, onClose, onLeave, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const leave = useRef(onLeave)
  leave.current = onLeave

  useLayoutEffect(() => {
    const place = () => placeAt(panel.current, anchor.current, align)
    place()
    const first = panel.current?.querySelector<HTMLElement>('input, textarea, button, a[href]')
    const focused = first ?? panel.current
    focused?.focus({ preventScroll: true })
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    return () => {
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
    }
  }, [anchor, align])

  useEffect(() => {
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !panel.current?.contains(target) && !anchor.current?.contains(target)
    const watch = (event: Event) => isOutside(event.target) && leave.current()
    document.addEventListener('pointerdown', watch)
    document.addEventListener('focusin', watch)
    return () => {
      document.removeEventListener('pointerdown', watch)
      document.removeEventListener('focusin', watch)
    }
  }, [anchor])

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className={classNames(
        'fixed z-25 animate-rise rounded-md bg-raised text-ink shadow-menu outline-none',
        className,
      )}
    >
      {children}
    </div>
  )
}

const gap = 4
const inset = 8

/** Under the button, above it where there is more room, and never past the window's edge. */
function placeAt(panel: HTMLElement | null, button: HTMLElement | null, align: 'start' | 'end') {
  if (!panel || !button) return
  const box = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const wanted = align === 'start' ? box.left : box.right - width
  const fitsBelow = box.bottom + gap + height <= window.innerHeight - inset
  const top = fitsBelow || box.top < window.innerHeight / 2 ? box.bottom + gap : box.top - gap - height
  panel.style.left = `${Math.max(inset, Math.min(wanted, window.innerWidth - width - inset))}px`
  panel.style.top = `${Math.max(inset, top)}px`
}
