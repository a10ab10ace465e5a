import { Plus, UserPen, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { acceptCopy, dismissCopy } from '#contract/tickets/people.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { changeCustomer } from '#contract/workspace/customers.ts'
import { FilledValues } from '#web/fields/custom/filled-values.tsx'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ContactProperties } from '#web/service/customers/contact-properties.tsx'
import { customerHref } from '#web/service/customers/customer-href.ts'
import { none } from '#web/service/tickets/ticket/choices.tsx'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { SuggestedCopy } from '#web/service/tickets/ticket/types.ts'
import { listHref } from '#web/service/tickets/ticket/views.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { StatusGlyph } from '#web/ui/mark/status-pill.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { PanelProps } from './panel-props.ts'

type Props = Pick<PanelProps, 'ticket' | 'customer' | 'customerFields' | 'suggested' | 'languages' | 'canWrite'>

export function CustomerSection({ ticket, customer, customerFields, suggested, languages, canWrite }: Props) {
  const { requester, cc } = ticket
  const name = requester.name || shownAddress(requester.email)
  const others = customer.emails.filter(({ address }) => address !== requester.email)
  return (
    <PanelSection
      title="Customer"
      action={
        <TextLink href={listHref({ view: 'all', q: requester.email })}>
          {plural(customer.ticketCount, 'ticket')}
        </TextLink>
      }
    >
      <div className="mb-2 flex items-center gap-2.5">
        <Avatar name={name} size={32} hideName />
        <div className="min-w-0">
          <p className="truncate font-medium">
            <Link to={customerHref(customer.id)} className="hover:underline">
              {name}
            </Link>
          </p>
          <p className="text-meta text-ink-3">
            Customer since <Time at={customer.createdAt} style="day" />
            {customer.blockedAt && ' · Blocked'}
          </p>
        </div>
      </div>
      <Property label="E-mail">
        <span className="flex w-full min-w-0 items-center gap-1">
          <span className="truncate" title={shownAddress(requester.email)}>
            {shownAddress(requester.email)}
          </span>
          <CopyButton text={shownAddress(requester.email)} label="Copy the address" />
          {canWrite && ticket.status !== 'closed' && <ChangeRequester ticket={ticket} />}
        </span>
      </Property>
      <Addresses label="Also" addresses={others.map(({ address }) => address)} />
      <Addresses label="CC" addresses={cc.map(({ email }) => email)} />
      <ContactProperties customer={customer} />
      <LanguageProperty key={customer.id} {...{ customer, languages, canWrite }} />
      <FilledValues fields={customerFields} values={customer.customFields} />
      {customer.notes && (
        <Property label="Notes">
          <span className="wrap-anywhere whitespace-pre-wrap">{customer.notes}</span>
        </Property>
      )}
      {suggested.length > 0 && <SuggestedCopies ticketId={ticket.id} suggested={suggested} canWrite={canWrite} />}
    </PanelSection>
  )
}

function Addresses({ label, addresses }: { label: string; addresses: string[] }) {
  if (addresses.length === 0) return null
  return (
    <Property label={label}>
      {addresses.map((address) => (
        <span key={address} className="w-full truncate" title={shownAddress(address)}>
          {shownAddress(address)}
        </span>
      ))}
    </Property>
  )
}

const loadDialog = () => import('./requester-dialog.tsx')

function ChangeRequester({ ticket }: Pick<PanelProps, 'ticket'>) {
  const [isOpen, setOpen] = useState(false)
  const dialog = useLazyModule(loadDialog, isOpen)
  return (
    <>
      <IconButton icon={UserPen} size="sm" label="Change the requester" onClick={() => setOpen(true)} />
      {dialog && isOpen && <dialog.RequesterDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  )
}

export function RecentTickets({ recent }: Pick<PanelProps, 'recent'>) {
  if (recent.length === 0) return null
  return (
    <PanelSection title="Recent tickets">
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-px">
        {recent.map(({ id, subject, number, status, statusLabel, statusColor }) => (
          <li key={id}>
            <Link to={ticketHref(id)} className="flex h-7 items-center gap-2 rounded-sm px-2 hover:bg-hover touch:h-10">
              <StatusGlyph status={status} color={statusColor} />
              <VisuallyHidden>{statusLabel}: </VisuallyHidden>
              <span className="truncate">{subject}</span>
              <span className="ml-auto text-meta text-ink-3 tabular-nums">{number}</span>
            </Link>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

function LanguageProperty({
  customer: { id, language },
  languages,
  canWrite,
}: Pick<PanelProps, 'customer' | 'languages' | 'canWrite'>) {
  const changing = useWrite(
    (next: string | null) =>
      ask<typeof changeCustomer>('PATCH', '/api/v1/customers/:id', { params: { id }, body: { language: next } }),
    { inTurn: true, tellsProblem: true },
  )
  const shown = changing.underWay.length > 0 ? changing.underWay.at(-1)! : language
  // Offers the customer's language even if the workspace does not use it.
  const known = language && !languages.includes(language) ? [...languages, language] : languages
  if (known.length < 2) return null
  return (
    <Property label="Language">
      <InlineValue
        label="Language"
        options={[
          { value: none, label: 'Not known' },
          ...known.map((value) => ({ value, label: languageName(value) })),
        ]}
        value={shown ?? none}
        disabled={!canWrite}
        onChange={(next) => changing.write(next === none ? null : next)}
      />
    </Property>
  )
}

type SuggestedProps = { ticketId: string; suggested: SuggestedCopy[]; canWrite: boolean }

const SuggestedCopies = ({ suggested, ...rest }: SuggestedProps) => (
  <>
    <Property label="Suggested">
      <span className="text-meta text-ink-3">
        An unverified sender put these people in CC. They receive no mail until you add them.
      </span>
    </Property>
    {suggested.map((person) => (
      <Suggestion key={person.id} person={person} {...rest} />
    ))}
  </>
)

type CopyProps = Omit<SuggestedProps, 'suggested'> & { person: SuggestedCopy }

function Suggestion({ ticketId, person, canWrite }: CopyProps) {
  const params = { id: ticketId, suggestionId: person.id }
  const accept = useWrite(() =>
    ask<typeof acceptCopy>('PUT', '/api/v1/tickets/:id/copy-suggestions/:suggestionId/acceptance', { params }),
  )
  const dismiss = useWrite(() =>
    ask<typeof dismissCopy>('DELETE', '/api/v1/tickets/:id/copy-suggestions/:suggestionId', { params }),
  )
  const problem = accept.problem ?? dismiss.problem
  const isBusy = accept.isPending || dismiss.isPending
  return (
    <Property label="">
      <span className="flex w-full min-w-0 items-center gap-1">
        <span
          className="min-w-0 flex-1 truncate"
          title={person.name ? `${person.name} <${shownAddress(person.address)}>` : shownAddress(person.address)}
        >
          {shownAddress(person.address)}
        </span>
        {canWrite && (
          <>
            <IconButton
              icon={Plus}
              size="sm"
              label={`Add ${shownAddress(person.address)} to CC`}
              aria-busy={accept.isPending}
              onClick={() => isBusy || accept.write()}
            />
            <IconButton
              icon={X}
              size="sm"
              label={`Dismiss ${shownAddress(person.address)}`}
              aria-busy={dismiss.isPending}
              onClick={() => isBusy || dismiss.write()}
            />
          </>
        )}
      </span>
      {problem && (
        <span role="alert" className="w-full text-red-ink">
          {problem.detail}
        </span>
      )}
    </Property>
  )
}
