import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from '#web/ui/keys/kbd.tsx'

type Props = {
  text: string
  keys?: string
  /** Returns whether the tooltip is needed. Called on each hover or focus, because some screens hide labels. */
  onlyIf?: () => boolean
  children: ReactNode
}

/** Shows a short text about its child on hover and keyboard focus. The text must be available elsewhere, too. */
export function Tooltip({ text, keys, onlyIf = () => true, children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  const wait = useRef(0)
  const [place, setPlace] = useState<TooltipPosition>()

  const show = () => onlyIf() && setPlace(placeUnder(anchor.current?.firstElementChild))
  const hide = () => {
    clearTimeout(wait.current)
    setPlace(undefined)
  }
  const showSoon = (event: React.PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(wait.current)
    wait.current = window.setTimeout(show, 400)
  }
  const showOnKeyboardFocus = (event: React.FocusEvent) => {
    if (event.target.matches(':focus-visible')) show()
  }
  useEffect(() => () => clearTimeout(wait.current), [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches its child, which is the control
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={showSoon}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={showOnKeyboardFocus}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {place && createPortal(<TooltipBubble text={text} keys={keys} place={place} />, document.body)}
    </span>
  )
}

type TooltipPosition = { x: number; y: number; isAbove: boolean }

function placeUnder(element: Element | null | undefined): TooltipPosition | undefined {
  const box = element?.getBoundingClientRect()
  if (!box) return
  const isAbove = box.bottom + 40 > window.innerHeight
  const x = Math.min(Math.max(box.left + box.width / 2, 60), window.innerWidth - 60)
  return { x, y: isAbove ? box.top - 6 : box.bottom + 6, isAbove }
}

const TooltipBubble = ({ text, keys, place }: { text: string; keys?: string; place: TooltipPosition }) => (
  <div
    role="tooltip"
    className="pointer-events-none fixed z-30 flex max-w-70 items-center gap-2 rounded-sm bg-inverse px-2 py-1 text-meta text-on-inverse shadow-menu"
    style={{ left: place.x, top: place.y, transform: `translate(-50%, ${place.isAbove ? '-100%' : '0'})` }}
  >
    {text}
    {keys && <Kbd keys={keys} tone="inherit" />}
  </div>
)
