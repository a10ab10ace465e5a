import { useLayoutEffect, useRef } from 'react'

/** Focuses the first invalid field after each answer. A page that checks the form increases `presses` instead. */
export function useFocusOnFault(answer: unknown, presses = 0) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (answer || presses) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer, presses])
  return form
}
