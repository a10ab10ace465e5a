import { useState } from 'react'

type TypedValues<Values> = { [Name in keyof Values]?: { value: Values[Name]; base: Values[Name] } }

export function useFormChanges<Values extends object>(
  saved: Values,
  isSame: (one: unknown, other: unknown) => boolean = Object.is,
) {
  const [typed, setTyped] = useState<TypedValues<Values>>({})
  const entries = Object.entries(typed) as [keyof Values, { value: unknown; base: unknown }][]
  const changed = entries.filter(([name, { value }]) => !isSame(value, saved[name]))
  const pick = (part: 'value' | 'base') =>
    Object.fromEntries(changed.map(([name, entry]) => [name, entry[part]])) as Partial<Values>
  const changes = pick('value')

  return {
    values: { ...saved, ...changes },
    changes,
    /** For each changed value, the saved value before its first change. Other people may have changed it since. */
    base: pick('base'),
    count: changed.length,
    change<Name extends keyof Values>(name: Name, value: Values[Name]) {
      setTyped((before) => ({ ...before, [name]: { value, base: before[name] ? before[name].base : saved[name] } }))
    },
    takeBase(base: Values) {
      setTyped((before) => {
        const entries = Object.entries(before) as [keyof Values, { value: unknown }][]
        return Object.fromEntries(
          entries.map(([name, { value }]) => [name, { value, base: base[name] }]),
        ) as TypedValues<Values>
      })
    },
    /** Forgets the changes that were saved. Keeps a value that was changed again during the save. */
    settle(sent: Partial<Values>) {
      setTyped((before) => {
        const entries = Object.entries(before) as [keyof Values, { value: unknown; base: unknown }][]
        const left = entries
          .filter(([name, { value }]) => value !== sent[name])
          .map(([name, { value, base }]) => [name, { value, base: name in sent ? sent[name] : base }])
        return Object.fromEntries(left) as TypedValues<Values>
      })
    },
    discardChanges: () => setTyped({}),
  }
}
