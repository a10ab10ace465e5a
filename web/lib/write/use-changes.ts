import { useState } from 'react'

/** A form over saved values: what differs from them is a change, also while others are on their way to the server. */
export function useChanges<Values extends object>(
  saved: Values,
  isSame: (one: unknown, other: unknown) => boolean = Object.is,
) {
  const [typed, setTyped] = useState<Partial<Values>>({})
  const differs = ([name, value]: [string, unknown]) => !isSame(value, saved[name as keyof Values])
  const changes = Object.fromEntries(Object.entries(typed).filter(differs)) as Partial<Values>

  return {
    values: { ...saved, ...changes },
    changes,
    count: Object.keys(changes).length,
    change<Name extends keyof Values>(name: Name, value: Values[Name]) {
      setTyped((before) => ({ ...before, [name]: value }))
    },
    /** Once they are saved, which the server may have written otherwise; what was typed meanwhile stays. */
    settle(sent: Partial<Values>) {
      const isLeft = ([name, value]: [string, unknown]) => value !== sent[name as keyof Values]
      setTyped((before) => Object.fromEntries(Object.entries(before).filter(isLeft)) as Partial<Values>)
    },
    discardChanges: () => setTyped({}),
  }
}
