import { useState } from 'react'
import { isEmailAddress, wrongEmail } from '#contract/email-address.ts'
import type { putCompanyPerson } from '#contract/workspace/companies.ts'
import type { listCustomers } from '#contract/workspace/customers.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput } from '#web/ui/form/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import type { Company } from './company-data.ts'

type Props = { company: Company; onClose: () => void }

export const AddPersonDialog = ({ company, onClose }: Props) => (
  <Dialog open onClose={onClose} title={`Add a person to ${company.name}`}>
    <AddPersonForm company={company} onClose={onClose} />
  </Dialog>
)

function AddPersonForm({ company, onClose }: Props) {
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState('')
  const [tries, setTries] = useState(0)
  const adding = useWrite((address: string) => addPerson(company, address), {
    done: () => `Added to ${company.name}`,
    onAnswer: ({ isUnknown }) => (isUnknown ? setFault('No customer has this address') : onClose()),
  })
  const form = useFocusOnFault(adding.problem ?? fault, tries)

  function submit() {
    setTries(tries + 1)
    if (!isEmailAddress(email.trim())) return setFault(wrongEmail)
    if (!adding.isPending) adding.write(email.trim())
  }

  return (
    <DialogForm ref={form} label="Add" busy={adding.isPending} onClose={onClose} onSubmit={submit}>
      <Field
        label="E-mail address of the customer"
        error={fault || adding.problem?.detail}
        onChanged={() => setFault('')}
      >
        <EmailInput autoComplete="off" value={email} onChange={({ target }) => setEmail(target.value)} />
      </Field>
    </DialogForm>
  )
}

/** Adds the customer with an address. `isUnknown`: no customer has the address. */
async function addPerson({ id }: Company, email: string) {
  const found = await ask<typeof listCustomers>('GET', '/api/v1/customers', { query: { email } })
  if (!found.answer) return { problem: found.problem }
  const [customer] = found.answer.items
  if (!customer) return { answer: { isUnknown: true } }
  const { problem } = await ask<typeof putCompanyPerson>('PUT', '/api/v1/companies/:id/people/:customerId', {
    params: { id, customerId: customer.id },
    body: { sharesTickets: true },
  })
  return problem ? { problem } : { answer: { isUnknown: false } }
}
