import { useState } from 'react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { askForAddressChange, changeAddress } from '#contract/workspace/address-change.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput, Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

export function AddressDialog({ open, email, onClose }: { open: boolean; email: string; onClose: () => void }) {
  const [newAddress, setNewAddress] = useState<string>()
  return (
    <Dialog open={open} onClose={onClose} size="md" title="Change your e-mail address">
      {newAddress === undefined ? (
        <NewAddress onAsked={setNewAddress} onClose={onClose} />
      ) : (
        <Codes old={email} newAddress={newAddress} onBack={() => setNewAddress(undefined)} onDone={onClose} />
      )}
    </Dialog>
  )
}

const sendCodes = (email: string) =>
  ask<typeof askForAddressChange>('POST', '/api/v1/address-change', { body: { email }, waits: true })

function NewAddress({ onAsked, onClose }: { onAsked: (email: string) => void; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const { write, problem, isPending } = useWrite(sendCodes, { keepsPage: true, onAnswer: (_, asked) => onAsked(asked) })
  const fault = useFaults(problem?.fields)
  const form = useFocusOnFault(problem)
  return (
    <DialogForm ref={form} label="Send codes" busy={isPending} onClose={onClose} onSubmit={() => write(email.trim())}>
      {problem && !problem.fields?.email && <Banner tone="danger">{problem.detail}</Banner>}
      <Field
        label="New e-mail address"
        help="We send one code to this address and one to your current address. You need both codes."
        {...fault('email')}
      >
        <EmailInput name="email" autoComplete="email" value={email} onText={setEmail} />
      </Field>
    </DialogForm>
  )
}

type CodesProps = { old: string; newAddress: string; onBack: () => void; onDone: () => void }

function Codes({ old, newAddress, onBack, onDone }: CodesProps) {
  const [codes, setCodes] = useState({ oldCode: '', newCode: '' })
  const { write, problem, isPending } = useWrite(
    (body: typeof codes) => ask<typeof changeAddress>('PUT', '/api/v1/address', { body, waits: true }),
    { changesFrame: true, done: () => 'E-mail address changed', onAnswer: onDone },
  )
  const fault = useFaults(problem?.fields)
  const form = useFocusOnFault(problem)
  const field = (name: keyof typeof codes, address: string) => (
    <Field label={`Code sent to ${shownAddress(address)}`} {...fault(name)}>
      <Input
        name={name}
        inputMode="numeric"
        autoComplete="off"
        value={codes[name]}
        onText={(text) => setCodes({ ...codes, [name]: text })}
      />
    </Field>
  )
  return (
    <DialogForm
      ref={form}
      label="Change address"
      cancelLabel="Back"
      busy={isPending}
      onClose={onBack}
      onSubmit={() => write(codes)}
    >
      <p className="text-ink-2">
        Your address changes after you enter both codes. Your other devices are then signed out.
      </p>
      {problem && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
      {field('oldCode', old)}
      {field('newCode', newAddress)}
    </DialogForm>
  )
}
