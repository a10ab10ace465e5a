import { useState } from 'react'

/** A form over saved values: keeps only what differs from them. */
export function useChanges<Values extends object>(saved: Values, isSame: (one: unknown, other: unknown) => boolean) {
  const [changes, setChanges] = useState<Partial<Values>>({})

  function change<Name extends keyof Values>(name: Name, value: Values[Name]) {
    setChanges((before) => {
      const after = { ...before, [name]: value }
      if (isSame(value, saved[name])) delete after[name]
      return after
    })
  }

  return {
    values: { ...saved, ...changes },
    changes,
    count: Object.keys(changes).length,
    change,
    discardChanges: () => setChanges({}),
  }
}
