import { useLayoutEffect, useState } from 'react'
import { focusHeading } from '#web/ui/page/focus-heading.ts'

/**
 * Opens a layer a moment later, so that something has the focus to give back to. Headless UI would take the last
 * control that ever had it: a reply that somebody left, and whose keys are the page's again.
 */
export function useWayBack(open: boolean) {
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (open && (!activeElement || activeElement === body)) focusHeading()
    setReady(open)
  }, [open])
  return open && isReady
}
