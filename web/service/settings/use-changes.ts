import { useState } from 'react'

/** A form over saved values: keeps only what differs from them. */
export function useChanges<Values extends object>(
  saved: Values,
  isSame = (one: unknown, other: unknown) => one === other,
) {
  const [changes, setChanges] = useState<Partial<Values>>({})

  function change<Name extends keyof Values>(name: Name, value: Values[Name]) {
    setChanges(({ [name]: _, ...others }) =>
      isSame(value, saved[name]) ? (others as Partial<Values>) : ({ ...others, [name]: value } as Partial<Values>),
    )
  }

  return {
    values: { ...saved, ...changes },
    changes,
    count: Object.keys(changes).length,
    change,
    discardChanges: () => setChanges({}),
  }
}
