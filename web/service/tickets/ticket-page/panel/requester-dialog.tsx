import { type FormEvent, useState } from 'react'
import type { changeRequester } from '#contract/tickets/people.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput, Input } from '#web/ui/form/input.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import type { PanelProps } from './panel-props.ts'

type Props = Pick<PanelProps, 'ticket'> & { onClose: () => void }

export function RequesterDialog({ ticket: { id, requester }, onClose }: Props) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const changing = useWrite(
    (body: { email: string; name?: string }) =>
      ask<typeof changeRequester>('PUT', '/api/v1/tickets/:id/requester', { params: { id }, body }),
    { done: () => 'Requester changed', onAnswer: onClose },
  )
  const fault = useFaults(changing.problem?.fields)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!changing.isPending) changing.write({ email, ...(name.trim() && { name }) })
  }

  return (
    <Dialog open onClose={onClose} title="Change the requester">
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <p className="wrap-anywhere text-ink-2">
            The new requester can read the whole conversation except notes, and gets all further replies.{' '}
            {requester.name || shownAddress(requester.email)} can no longer see this ticket.
          </p>
          <Field label="E-mail address" {...fault('email')}>
            <EmailInput autoComplete="off" value={email} onChange={({ target }) => setEmail(target.value)} />
          </Field>
          <Field label="Name" help="For a new customer. A known customer keeps their name." {...fault('name')}>
            <Input maxLength={120} autoComplete="off" value={name} onChange={({ target }) => setName(target.value)} />
          </Field>
          {changing.problem && !changing.problem.fields && (
            <p role="alert" className="text-red-ink">
              {changing.problem.detail}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={onClose}>
            Cancel
          </Button>
          <Button size="md" variant="primary" type="submit" busy={changing.isPending}>
            Change the requester
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
