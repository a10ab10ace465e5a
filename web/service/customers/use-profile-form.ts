import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { type CustomValues, isEmptyValue, readCustomValues } from '#web/fields/custom/custom-fields.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'

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
export function useProfileForm<Profile, Values extends { customFields: CustomValues }>(
  options: Options<Profile, Values>,
) {
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
  return {
    profile,
    values,
    change: (changed: Partial<Values>) => setValues((now) => ({ ...now, ...changed })),
    fault: useFaults(saving.problem?.fields),
    formRef,
    problem: saving.problem,
    isSaving: saving.isPending,
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
