const savers = new Set<() => Promise<unknown>>()

/**
 * Registers a function that saves work before sign-out, because sign-out deletes the work stored in the browser.
 * Returns a function that unregisters it.
 */
export function beforeSignOut(save: () => Promise<unknown>) {
  savers.add(save)
  return () => void savers.delete(save)
}

const patienceMs = 3_000

export const saveBeforeSignOut = () =>
  Promise.race([
    Promise.allSettled([...savers].map((save) => save())),
    new Promise((resolve) => setTimeout(resolve, patienceMs)),
  ])
