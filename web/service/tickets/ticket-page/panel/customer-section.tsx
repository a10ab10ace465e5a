import { Link } from 'react-router'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { TicketRow } from '#web/service/tickets/ticket/types.ts'
import { listHref } from '#web/service/tickets/ticket/views.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { StatusGlyph, statusLabel } from '#web/ui/mark/status-pill.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { LanguageProperty } from './language-property.tsx'
import type { PanelProps } from './panel-props.ts'
import { ChangeRequester } from './requester/change-requester.tsx'
import { SuggestedCopies } from './suggested-copies.tsx'

type Props = Pick<PanelProps, 'ticket' | 'customer' | 'suggested' | 'languages' | 'canWrite'>

export function CustomerSection({ ticket, customer, suggested, languages, canWrite }: Props) {
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
          <p className="truncate font-medium">{name}</p>
          <p className="text-meta text-ink-3">
            Customer since <Time at={customer.createdAt} style="day" />
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
      {others.length > 0 && (
        <Property label="Also">
          {others.map(({ address }) => (
            <span key={address} className="w-full truncate" title={shownAddress(address)}>
              {shownAddress(address)}
            </span>
          ))}
        </Property>
      )}
      {cc.length > 0 && (
        <Property label="CC">
          {cc.map(({ id, email }) => (
            <span key={id} className="w-full truncate" title={shownAddress(email)}>
              {shownAddress(email)}
            </span>
          ))}
        </Property>
      )}
      <LanguageProperty key={customer.id} {...{ customer, languages, canWrite }} />
      {suggested.length > 0 && <SuggestedCopies ticketId={ticket.id} suggested={suggested} canWrite={canWrite} />}
    </PanelSection>
  )
}

export function RecentTickets({ recent }: { recent: TicketRow[] }) {
  if (recent.length === 0) return null
  return (
    <PanelSection title="Recent tickets">
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-px">
        {recent.map(({ id, subject, number, status }) => (
          <li key={id}>
            <Link to={ticketHref(id)} className="flex h-7 items-center gap-2 rounded-sm px-2 hover:bg-hover touch:h-10">
              <StatusGlyph status={status} />
              <VisuallyHidden>{statusLabel(status)}: </VisuallyHidden>
              <span className="truncate">{subject}</span>
              <span className="ml-auto text-meta text-ink-3 tabular-nums">{number}</span>
            </Link>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
