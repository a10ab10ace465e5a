import { type FormEvent, useState } from 'react'
import type { changeOwnName } from '#contract/customers.ts'
import { shownAddress } from '#contract/shown-address.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useCustomer } from './use-customer.ts'

/** The name under which the team answers, which the customer may change, and the address, which they may not. */
export function YourDetails() {
  const { viewer } = useCustomer()
  const [isChanging, setChanging] = useState(false)
  return (
    <section id="your-details" aria-label="Your details">
      <h2 className="font-semibold">Your details</h2>
      {isChanging ? (
        <NameForm name={viewer.name} onDone={() => setChanging(false)} />
      ) : (
        <>
          <dl className="mt-2 grid grid-cols-[64px_minmax(0,1fr)] gap-y-1.5">
            <dt className="text-ink-3">Name</dt>
            <dd className="wrap-anywhere">{viewer.name || <span className="text-ink-3">Not given yet</span>}</dd>
            <dt className="text-ink-3">E-mail</dt>
            <dd className="wrap-anywhere">{shownAddress(viewer.email)}</dd>
          </dl>
          <Button variant="ghost" className="mt-1.5 -ml-2.5" onClick={() => setChanging(true)}>
            {viewer.name ? 'Change your name' : 'Add your name'}
          </Button>
        </>
      )}
    </section>
  )
}

function NameForm({ name: saved, onDone }: { name: string; onDone: () => void }) {
  const [name, setName] = useState(saved)
  const { write, isPending, problem } = useWrite(
    () => ask<typeof changeOwnName>('PATCH', '/api/v1/customer-profile', { body: { name }, waits: true }),
    { onDone, changesFrame: true },
  )

  const fault = useFault(problem, problem?.fields?.name ?? problem?.detail)

  const form = useFocusOnFault(problem)

  function save(event: FormEvent) {
    event.preventDefault()
    write()
  }

  return (
    <form ref={form} onSubmit={save} noValidate className="mt-2 grid gap-3">
      <Field label="Your name" {...fault}>
        <Input
          name="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="name"
          maxLength={120}
          autoFocus
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="md" busy={isPending}>
          Save name
        </Button>
        <Button variant="ghost" size="md" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
