import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '#web/ui/page/focus-heading.ts'

/**
 * After a step to another page its heading has the focus and is read out, as the top of a document that is loaded anew
 * would be. A field of the page that took the focus by itself keeps it.
 */
export function useHeadingFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.querySelector('main')
    const { activeElement } = document
    if (activeElement === main || !main?.contains(activeElement)) focusHeading()
  }, [pathname])
}
