import { useState } from 'react'

type TypedValues<Values> = { [Name in keyof Values]?: { value: Values[Name]; base: Values[Name] } }

export function useFormChanges<Values extends object>(
  saved: Values,
  isSame: (one: unknown, other: unknown) => boolean = Object.is,
) {
  const [typed, setTyped] = useState<TypedValues<Values>>({})
  const changed = entriesOf(typed).filter(([name, { value }]) => !isSame(value, saved[name]))
  const pick = (part: 'value' | 'base') =>
    fromEntries<Partial<Values>>(changed.map(([name, entry]) => [name, entry[part]]))
  const changes = pick('value')

  return {
    values: { ...saved, ...changes },
    changes,
    /**
     * The saved values on which the changes are based. Each is the saved value from before the first change, so other
     * people may have saved a newer one.
     */
    base: pick('base'),
    count: changed.length,
    change<Name extends keyof Values>(name: Name, value: Values[Name]) {
      setTyped((before) => ({ ...before, [name]: { value, base: before[name] ? before[name].base : saved[name] } }))
    },
    takeBase(base: Values) {
      setTyped((before) =>
        fromEntries(entriesOf(before).map(([name, { value }]) => [name, { value, base: base[name] }])),
      )
    },
    /** Forgets the changes that were saved. Keeps a value that was changed again during the save. */
    settle(sent: Partial<Values>) {
      setTyped((before) => {
        const left = entriesOf(before).filter(([name, { value }]) => value !== sent[name])
        return fromEntries(
          left.map(([name, { value, base }]) => [name, { value, base: name in sent ? sent[name] : base }]),
        )
      })
    },
    discardChanges: () => setTyped({}),
  }
}

const entriesOf = <Values>(typed: TypedValues<Values>) =>
  Object.entries(typed) as [keyof Values, { value: unknown; base: unknown }][]

const fromEntries = <T>(entries: [keyof T, unknown][]) => Object.fromEntries(entries) as T
