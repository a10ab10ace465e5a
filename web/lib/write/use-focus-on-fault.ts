import { useLayoutEffect, useRef } from 'react'

/**
 * For the form with this ref: the first wrong field is focused after an attempt. Each answer is another object; if the
 * page itself checks, `presses` changes. The focus moves before anybody reads the message, so that typing goes there.
 */
export function useFocusOnFault(answer: unknown, presses = 0) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (answer || presses) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer, presses])
  return form
}
