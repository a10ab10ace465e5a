import { useLayoutEffect, useRef } from 'react'

/**
 * For the form that gets the ref: where a try finds fault with it, the first field that is wrong takes the focus. What
 * was answered is another object after each try; where the page itself judges, `presses` is another number. It has the
 * focus before anybody reads what is wrong: what they type then is meant for it.
 */
export function useFocusOnFault(answer: unknown, presses = 0) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (answer || presses) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer, presses])
  return form
}
