import { useLayoutEffect, useRef } from 'react'

/**
 * Focuses the first wrong field of the form after each answer, or each change of `presses` if the page itself checks.
 */
export function useFocusOnFault(answer: unknown, presses = 0) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (answer || presses) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer, presses])
  return form
}
