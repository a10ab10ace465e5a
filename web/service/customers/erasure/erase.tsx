import { useState } from 'react'
import { redirect } from 'react-router'
import type { Batch } from '#contract/bulk/batches.ts'
import { type eraseCustomer, showErasure } from '#contract/overview/people.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { showCustomer } from '#contract/workspace/customers.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { customerHref } from '#web/service/customers/customer-href.ts'
import { nameOf } from '#web/service/customers/customer-name.ts'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput } from '#web/ui/form/input.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/erase.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Erase a customer · Startup Tools' }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const viewer = await requireService(context)
  if (!viewer.isAdmin) throw redirect(customerHref(params.id))
  const { call } = context.get(api)
  return { customer: await call(showCustomer, { params }), erasure: await call(showErasure, { params }) }
}

const isAtWork = (batch: Batch | null) => batch?.state === 'waiting' || batch?.state === 'running'

export default function Erase({ loaderData: { customer, erasure } }: Route.ComponentProps) {
  useLiveReload(({ type, subject }) => type === 'batch.changed' || subject?.id === customer.id)
  const { batch, erasedAt } = erasure
  const name = nameOf(customer)
  return (
    <>
      <PageBar
        title={erasedAt ? 'Erased customer' : `Erase ${name}`}
        back={{ href: customerHref(customer.id), label: 'Back to the customer' }}
      />
      <ScrollArea>
        <SettingsForm>
          {erasedAt && (
            <Banner tone="info" title="The personal data of this customer was erased.">
              It happened <Time at={erasedAt} style="moment" />. The tickets keep their numbers and times.
            </Banner>
          )}
          {!erasedAt && isAtWork(batch) && <Progress batch={batch!} />}
          {!erasedAt && !isAtWork(batch) && <Confirmation {...{ customer, erasure }} />}
        </SettingsForm>
      </ScrollArea>
    </>
  )
}

const Progress = ({ batch: { done, failed, total } }: { batch: Batch }) => (
  <section className="grid gap-3 py-5">
    <p role="status">
      Erasing: {done + failed} of {plural(total, 'step')}. You can leave this page, and the work continues.
    </p>
    <ProgressBar label="Erasing" value={done + failed} max={total} className="max-w-100" />
  </section>
)

type Data = Pick<Route.ComponentProps['loaderData'], 'customer' | 'erasure'>

function Confirmation({ customer, erasure: { counts, batch } }: Data) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const [tries, setTries] = useState(0)
  const address = shownAddress(customer.emails[0]?.address ?? '')
  const erasing = useWrite(() =>
    ask<typeof eraseCustomer>('POST', '/api/v1/customers/:id/erasure', { params: { id: customer.id } }),
  )
  const form = useFocusOnFault(erasing.problem ?? fault, tries)

  function submit() {
    setTries(tries + 1)
    if (typed.trim().toLowerCase() !== address.toLowerCase()) return setFault(`Type ${address} to confirm`)
    if (!erasing.isPending) erasing.write()
  }

  return (
    <>
      {batch && (
        <Banner tone="danger" title="The last erasure did not finish.">
          {batch.reason ?? 'Some steps failed.'} Erase again to continue it.
        </Banner>
      )}
      <SettingsSection title="What is erased" description="This cannot be undone.">
        <ul className="grid list-disc gap-1 pl-5">
          <li>The name, phone numbers, tags, notes, fields and external id</li>
          <li>{plural(counts.addresses, 'address', 'addresses')}, with all sessions and sign-in codes</li>
          <li>
            The subject, the fields and the history of {plural(counts.tickets, 'ticket')}, as far as they name the
            customer
          </li>
          <li>
            The text of {plural(counts.messages, 'message')} of the customer, with {plural(counts.files, 'file')} and
            the sources of their mails
          </li>
          <li>The comments of {plural(counts.feedback, 'rating')} of articles, and searches that led to a ticket</li>
          {counts.sideMessages > 0 && (
            <li>
              The address in {plural(counts.sideMessages, 'message')} of side conversations, with what the customer
              wrote in them
            </li>
          )}
          {counts.mergedCustomers > 0 && (
            <li>The same of {plural(counts.mergedCustomers, 'customer')} who was merged into this one</li>
          )}
        </ul>
      </SettingsSection>
      <SettingsSection title="What stays">
        <ul className="grid list-disc gap-1 pl-5">
          <li>The tickets with their numbers, times, statuses and tags</li>
          <li>Replies and notes of the team. In them, the name and the addresses are replaced</li>
          <li>
            What tickets of other customers, macros and articles say about the customer. Search for the name to find it
          </li>
          <li>The ratings of articles, without comments</li>
          <li>A record in the audit log, without the name</li>
        </ul>
        <p className="text-ink-3">
          Backups and mails that were sent are not changed. Export the data first if the customer asked for a copy.
        </p>
      </SettingsSection>
      <SettingsSection title="Confirm">
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
          className="grid max-w-100 gap-4"
        >
          <Field
            label="E-mail address of the customer"
            help={
              <>
                Type <b className="font-medium wrap-anywhere text-ink">{address}</b> to confirm.
              </>
            }
            error={fault || undefined}
            onChanged={() => setFault('')}
          >
            <EmailInput autoComplete="off" value={typed} onText={setTyped} />
          </Field>
          {erasing.problem && (
            <p role="alert" className="text-red-ink">
              {erasing.problem.detail}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button size="md" href={customerHref(customer.id)}>
              Cancel
            </Button>
            <Button size="md" type="submit" variant="danger" busy={erasing.isPending}>
              Erase the customer
            </Button>
          </div>
        </form>
      </SettingsSection>
    </>
  )
}
