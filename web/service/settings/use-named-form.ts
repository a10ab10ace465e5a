import { useState } from 'react'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'

type Options<Values, Answer> = {
  start: Values
  send: (values: Values) => Promise<Outcome<Answer>>
  done: (answer: Answer) => string
  onClose: () => void
}

/** The values of the dialog of something with a name, and how they are saved. */
export function useNamedForm<Values extends { name: string }, Answer>(options: Options<Values, Answer>) {
  const { start, send, done, onClose } = options
  const [values, setValues] = useState(start)
  const [missing, setMissing] = useState<Record<string, string>>()
  const { write, problem, isPending } = useWrite(send, { done, onAnswer: onClose })
  const faults = missing ?? problem?.fields
  return {
    values,
    set: (changed: Partial<Values>) => setValues({ ...values, ...changed }),
    fault: useFaults(faults),
    /** The refusal, if it does not belong to a field. */
    problem: problem?.fields ? undefined : problem,
    dialogForm: {
      ref: useFocusOnFault(faults),
      busy: isPending,
      onClose,
      onSubmit() {
        const isNamed = values.name.trim() !== ''
        setMissing(isNamed ? undefined : { name: 'Enter a name' })
        if (isNamed) write(values)
      },
    },
  }
}
