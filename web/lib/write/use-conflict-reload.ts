import type { Problem } from '#contract/refusals.ts'

/**
 * After a conflict, reads the values of others. Then Discard shows these values, and Save overwrites them. `useWrite`
 * waits for it before it reloads the page, so a page that shows the values of others can be saved.
 */
export function useConflictReload<Values extends object>(
  { takeBase }: { takeBase: (base: Values) => void },
  read: () => Promise<Values | undefined>,
) {
  return async ({ code }: Problem) => {
    if (code !== 'conflict') return
    const theirs = await read()
    if (theirs) takeBase(theirs)
  }
}
