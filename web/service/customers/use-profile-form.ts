import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { isSame } from '#contract/is-same.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { Problem } from '#contract/refusals.ts'
import { type CustomValues, isEmptyValue, readCustomValues } from '#web/fields/custom/custom-fields.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'

/** The values that customers and companies have. Tags are separated by commas. */
export type ProfileValues = { name: string; tags: string; notes: string; customFields: CustomValues }
type SharedValues = Partial<Omit<ProfileValues, 'customFields'>>

type Options<Profile, Values> = {
  /** The customer or company that is changed; undefined: a new one is created. */
  current: Profile | undefined
  /** The custom fields that the form of a new one asks for. */
  fields: readonly CustomField[]
  /** How messages name it, such as "Customer". */
  noun: string
  valuesOf: (profile: Profile | undefined) => Values
  save: (profile: Profile | undefined, values: Values) => Promise<Outcome<{ id: string }>>
  hrefOf: (id: string) => string
  onClose: () => void
}

/** The values of the dialog of a customer or company, and how they are saved. */
export function useProfileForm<Profile, Values extends ProfileValues>(options: Options<Profile, Values>) {
  const { fields, noun, valuesOf, save, hrefOf, onClose } = options
  // The page behind the dialog is live. What the form began with is the base that the server compares.
  const [profile] = useState(options.current)
  const [values, setValues] = useState(() => valuesOf(profile))
  const [tries, setTries] = useState(0)
  const navigate = useNavigate()
  const saving = useWrite((entered: Values) => save(profile, entered), {
    done: () => `${noun} ${profile ? 'saved' : 'created'}`,
    onAnswer: ({ id }) => {
      onClose()
      if (!profile) navigate(hrefOf(id))
    },
  })
  const formRef = useFocusOnFault(saving.problem, tries)
  const change = (changed: Partial<Values> | SharedValues) => setValues((now) => ({ ...now, ...changed }))
  const state: ProfileFormState = {
    isNew: profile === undefined,
    values,
    change,
    fault: useFaults(saving.problem?.fields),
    formRef,
    problem: saving.problem,
    isSaving: saving.isPending,
  }
  return {
    state,
    profile,
    values,
    change,
    fault: state.fault,
    /** Saves the values, with those that are not part of them yet. */
    submit(added: Partial<Values>) {
      setTries(tries + 1)
      const customFields = filledValues(formRef.current!, fields)
      if (!saving.isPending) saving.write({ ...values, ...added, customFields })
    },
  }
}

const filledValues = (form: HTMLFormElement, fields: readonly CustomField[]) =>
  Object.fromEntries(
    Object.entries(readCustomValues(new FormData(form), fields)).filter(([, value]) => !isEmptyValue(value)),
  )

/** What the form needs that customers and companies share. */
export type ProfileFormState = {
  isNew: boolean
  values: ProfileValues
  change: (changed: SharedValues) => void
  fault: ReturnType<typeof useFaults>
  formRef: ReturnType<typeof useFocusOnFault>
  problem: Problem | undefined
  isSaving: boolean
}

/** Splits a text into its parts, without empty ones. */
export const splitParts = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

/** Returns the changed values, and as `base` what was saved of them before. */
export function changesFrom<Body extends object>({ body, before, saved }: { body: Body; before: Body; saved: Body }) {
  const changed = keysOf(body).filter((field) => !isSame(body[field], before[field]))
  const pick = (from: Body) => Object.fromEntries(changed.map((field) => [field, from[field]]))
  return { ...pick(body), base: pick(saved) }
}
