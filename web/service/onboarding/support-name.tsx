import { type FormEvent, useState } from 'react'
import type { changeWorkspace } from '#contract/workspace/settings.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type Props = { name: string; address: string; isAdmin: boolean }

export function SupportName({ name, address, isAdmin }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isAdmin ? (
        <NameForm name={name} />
      ) : (
        <p>
          Answers are sent as “your name via <b className="font-[550]">{name}</b>”.
        </p>
      )}
      <div>
        <p className="text-ink-3">Customers write to</p>
        <p className="flex items-center gap-1">
          <b className="min-w-0 font-[550] wrap-anywhere">{address}</b>
          <CopyButton text={address} label="Copy address" />
        </p>
      </div>
    </div>
  )
}

function NameForm({ name }: { name: string }) {
  const [isSaved, setSaved] = useState(false)
  const { write, isPending, problem } = useWrite(
    (supportName: string) =>
      ask<typeof changeWorkspace>('PATCH', '/api/v1/workspace', { body: { supportName }, waits: true }),
    { onDone: () => setSaved(true) },
  )

  const fault = useFault(problem, problem?.fields?.supportName ?? problem?.detail)

  const form = useFocusOnFault(problem)

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSaved(false)
    write(String(new FormData(event.currentTarget).get('supportName')))
  }

  return (
    <form ref={form} onSubmit={save} noValidate className="flex flex-wrap items-start gap-x-2 gap-y-3">
      <Field
        label="From name"
        {...fault}
        onChanged={() => {
          fault.onChanged()
          setSaved(false)
        }}
        valid={isSaved && !isPending && 'Saved'}
        className="w-72 max-w-full"
      >
        <Input name="supportName" defaultValue={name} maxLength={120} autoComplete="off" />
      </Field>
      <Button type="submit" size="md" className="sm:mt-6.5" busy={isPending}>
        Save name
      </Button>
    </form>
  )
}
