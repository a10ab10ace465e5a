import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '#web/ui/page/focus-heading.ts'

/**
 * If the focused control is removed from the page, focuses its replacement or the next control. Does nothing inside an
 * element with `data-keeps-focus`.
 */
export function useFocusKept() {
  const { pathname } = useLocation()
  const held = useRef<Element>(null)
  // After a navigation, the focus starts at the heading of the new page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each other page
  useLayoutEffect(() => {
    held.current = null
  }, [pathname])

  useEffect(() => {
    const main = document.querySelector('main')
    if (!main) return
    const hold = ({ target }: Pick<FocusEvent, 'target'>) => {
      held.current = target instanceof Element ? target : null
    }
    // A removed control also fires `focusout`. The timeout lets the observer handle that control first.
    const leave = () => setTimeout(() => held.current?.isConnected && !hasFocus(held.current) && hold({ target: null }))
    const observer = new MutationObserver((changes) => {
      const lost = held.current
      if (!lost || lost.isConnected) return
      held.current = null
      const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)))
      if (change && hasFocus(document.body)) goOnFrom(main, change, lost)
    })
    main.addEventListener('focusin', hold)
    main.addEventListener('focusout', leave)
    observer.observe(main, { childList: true, subtree: true })
    return () => {
      main.removeEventListener('focusin', hold)
      main.removeEventListener('focusout', leave)
      observer.disconnect()
    }
  }, [])
}

const hasFocus = (element: Element) => document.activeElement === element

function goOnFrom(main: Element, { target, previousSibling }: MutationRecord, lost: Element) {
  if (!(target instanceof Element) || target.closest('[data-keeps-focus]')) return
  const place = previousSibling ? previousSibling.nextSibling : target.firstChild
  const within = (around: Node | null) => controlsOf(main).filter((control) => around?.contains(control))
  const followers = controlsOf(main).filter((control) => follows(place ?? target, control))
  const alike = within(place).find((control) => control.textContent === lost.textContent)
  const next = alike ?? within(place)[0] ?? (place ? followers[0] : (within(target).at(-1) ?? followers[0]))
  if (next) next.focus({ preventScroll: true })
  else focusHeading()
}

const follows = (place: Node, control: Node) =>
  Boolean(place.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING)

// Rich-text editors are left out. If one got the focus, a key press meant as a shortcut would change its text.
const controls = 'a[href], button:enabled, input:enabled:not([type=hidden]), textarea:enabled, select:enabled'
const controlsOf = (main: Element) =>
  [...main.querySelectorAll<HTMLElement>(controls)].filter((control) => control.checkVisibility())
