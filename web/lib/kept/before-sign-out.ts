const savers = new Set<() => Promise<unknown>>()

/** Has something saved before its person signs out, which drops what this browser keeps of it. Answers how to end that. */
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
