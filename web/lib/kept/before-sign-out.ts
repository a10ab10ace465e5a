const savers = new Set<() => Promise<unknown>>()

/** Registers a save to run before sign-out, which deletes kept work. Returns a function that unregisters it. */
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
