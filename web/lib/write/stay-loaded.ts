import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For what a frame knows of the person and the place: going to another page does not change it, so no page waits for
 * it. It is read again after every form, and whenever a page asks for everything anew.
 */
export const stayLoaded = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  (formMethod !== undefined || currentUrl.href === nextUrl.href) && defaultShouldRevalidate
