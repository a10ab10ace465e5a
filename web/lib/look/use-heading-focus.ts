import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '#web/ui/page/focus-heading.ts'

/**
 * After a step to another page its heading has the focus and is read out, as the top of a document that is loaded anew
 * would be. A field of the page that took the focus by itself keeps it, and a layer that was opened meanwhile until it goes.
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

/** Returns how to give it up. */
function onceInFront(main: Element, act: () => void) {
  const observer = new MutationObserver(() => {
    if (isBehindLayer(main)) return
    observer.disconnect()
    // Headless UI gives the focus back a moment later.
    timer = setTimeout(act)
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  observer.observe(document.body, { attributes: true, attributeFilter: ['inert'], subtree: true })
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}
