import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '#web/ui/page/focus-heading.ts'

/**
 * Focuses the heading of a new page, unless a control of the new page has the focus. Behind an open dialog, waits until
 * the dialog closes.
 */
export function useHeadingFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.querySelector('main')
    if (main && isBehindLayer(main)) return onceInFront(main, leadToHeading)
    leadToHeading()
  }, [pathname])
}

function leadToHeading() {
  const main = document.querySelector('main')
  const { activeElement } = document
  if (activeElement === main || !main?.contains(activeElement)) focusHeading()
}

const isBehindLayer = (main: Element) => main.closest('[inert]') !== null

function onceInFront(main: Element, act: () => void) {
  const observer = new MutationObserver(() => {
    if (isBehindLayer(main)) return
    observer.disconnect()
    // Waits for the next task, because Headless UI moves the focus after it closes a dialog.
    timer = setTimeout(act)
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  observer.observe(document.body, { attributes: true, attributeFilter: ['inert'], subtree: true })
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}
