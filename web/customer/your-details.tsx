import { useEffect, useState } from 'react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { AddressForm } from './address-form.tsx'
import { SendOrCancel } from './forms/send-or-cancel.tsx'
import { usePosted } from './forms/use-posted.ts'
import { useCustomer } from './use-customer.ts'

export function YourDetails() {
  const { viewer } = useCustomer()
  const [changing, setChanging] = useState<'name' | 'address'>()
  const close = () => setChanging(undefined)
  return (
    <section id="your-details" aria-label="Your details">
      <h2 className="font-semibold">Your details</h2>
      {changing === 'name' && <NameForm name={viewer.name} onDone={close} />}
      {changing === 'address' && <AddressForm email={viewer.email} onDone={close} />}
      {!changing && (
        <>
          <dl className="mt-2 grid grid-cols-[64px_minmax(0,1fr)] gap-y-1.5">
            <dt className="text-ink-3">Name</dt>
            <dd className="wrap-anywhere">{viewer.name || <span className="text-ink-3">Not given yet</span>}</dd>
            <dt className="text-ink-3">E-mail</dt>
            <dd className="wrap-anywhere">{shownAddress(viewer.email)}</dd>
          </dl>
          <div className="mt-1.5 -ml-2.5 flex flex-wrap noscript:hidden">
            <Button variant="ghost" onClick={() => setChanging('name')}>
              {viewer.name ? 'Change your name' : 'Add your name'}
            </Button>
            <Button variant="ghost" onClick={() => setChanging('address')}>
              Change your address
            </Button>
          </div>
          <noscript>
            <NameForm name={viewer.name} />
            <AddressForm email={viewer.email} />
          </noscript>
        </>
      )}
    </section>
  )
}

function NameForm({ name, onDone }: { name: string; onDone?: () => void }) {
  const { fetcher, sending, answer, form: posting } = usePosted(['name'])
  const fault = useFault(answer, answer?.problem)
  const form = useFocusOnFault(answer)
  const isDone = fetcher.state === 'idle' && fetcher.data?.problem === null
  useEffect(() => {
    if (isDone) onDone?.()
  }, [isDone, onDone])

  return (
    <fetcher.Form ref={form} {...posting} noValidate className="mt-2 grid gap-3">
      <Field label="Your name" {...fault}>
        <Input
          name="name"
          defaultValue={answer?.typed?.name ?? name}
          autoComplete="name"
          maxLength={120}
          autoFocus={onDone !== undefined}
        />
      </Field>
      <SendOrCancel intent="name" label="Save name" isSending={sending !== null} onCancel={onDone} />
    </fetcher.Form>
  )
}
