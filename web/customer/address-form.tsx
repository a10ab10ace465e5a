import { useEffect } from 'react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { useFault, useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput, Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { SendOrCancel } from './forms/send-or-cancel.tsx'
import type { AddressAnswer } from './forms/take-address.ts'
import { usePosted } from './forms/use-posted.ts'

export function AddressForm({ email, onDone }: { email: string; onDone?: () => void }) {
  const posted = usePosted<AddressAnswer>(['ask-address', 'change-address'])
  const { fetcher, sending, answer, form: posting } = posted
  const form = useFocusOnFault(answer)
  const isDone = fetcher.state === 'idle' && answer?.intent === 'change-address' && answer.problem === null
  useEffect(() => {
    if (isDone) onDone?.()
  }, [isDone, onDone])
  const newAddress = answer?.address

  return (
    <fetcher.Form ref={form} {...posting} noValidate className="mt-3 grid gap-3">
      {newAddress === undefined ? (
        <NewAddress answer={answer} hasFocus={onDone !== undefined} />
      ) : (
        <Codes key={newAddress} answer={answer} old={email} newAddress={newAddress} hasFocus={onDone !== undefined} />
      )}
      <SendOrCancel
        {...(newAddress === undefined
          ? { intent: 'ask-address', label: 'Send codes' }
          : { intent: 'change-address', label: 'Change address' })}
        isSending={sending !== null}
        onCancel={onDone}
      />
    </fetcher.Form>
  )
}

type PartProps = { answer: AddressAnswer | undefined; hasFocus: boolean }

function NewAddress({ answer, hasFocus }: PartProps) {
  const fault = useFault(answer, answer?.problem)
  return (
    <Field
      label="New e-mail address"
      help="We send one code to this address and one to your current address. You need both codes."
      {...fault}
    >
      <EmailInput name="address" autoComplete="email" autoFocus={hasFocus} defaultValue={answer?.typed?.address} />
    </Field>
  )
}

function Codes({ answer, hasFocus, old, newAddress }: PartProps & { old: string; newAddress: string }) {
  const fault = useFaults(answer?.faults)
  const field = (name: 'oldCode' | 'newCode', address: string) => (
    <Field label={`Code sent to ${shownAddress(address)}`} {...fault(name)}>
      <Input name={name} inputMode="numeric" autoComplete="off" autoFocus={hasFocus && name === 'oldCode'} />
    </Field>
  )
  return (
    <>
      <p className="text-ink-2">
        If no code arrives at the new address, check its spelling. Your other devices are signed out when the address
        changes.
      </p>
      {answer?.problem && !answer.faults && <Banner tone="danger">{answer.problem}</Banner>}
      <input type="hidden" name="address" value={newAddress} />
      {field('oldCode', old)}
      {field('newCode', newAddress)}
    </>
  )
}
