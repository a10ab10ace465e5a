import { useLayoutEffect, useState } from 'react'
import { focusHeading } from '#web/ui/page/focus-heading.ts'

/**
 * Opens a layer a moment later, so that the focus has a place to return to. Otherwise Headless UI would return it to
 * the last focused control, such as a left reply.
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
