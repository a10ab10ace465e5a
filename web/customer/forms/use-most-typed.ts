import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { mostTyped } from './typed-text.ts'

/** Without scripts nobody could say that the browser left something out, so all is sent, and the server says it. */
export const useMostTyped = () => (useIsHydrated() ? mostTyped : undefined)
