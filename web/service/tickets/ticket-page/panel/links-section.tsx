import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { unlinkTicket } from '#contract/tickets/links.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { linkLabels } from '#web/service/tickets/ticket/link-labels.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { TicketLink } from '#web/service/tickets/ticket/types.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { StatusGlyph } from '#web/ui/mark/status-pill.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { PanelProps } from './panel-props.ts'

const loadDialog = () => import('#web/service/tickets/merging/link-dialog.tsx')

export function LinksSection({ ticket, links, canWrite }: Pick<PanelProps, 'ticket' | 'links' | 'canWrite'>) {
  const [isOpen, setOpen] = useState(false)
  const dialog = useLazyModule(loadDialog, isOpen)
  if (links.length === 0 && !canWrite) return null
  return (
    <PanelSection
      title="Linked tickets"
      action={
        canWrite && <IconButton icon={Plus} size="sm" label="Link another ticket" onClick={() => setOpen(true)} />
      }
    >
      <LinkRows
        label="Linked tickets"
        ticketId={ticket.id}
        rows={links.map(({ id, kind, ticket }) => ({ id, title: linkLabels[kind], ticket }))}
        canWrite={canWrite}
      />
      {dialog && isOpen && <dialog.LinkDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </PanelSection>
  )
}

type Row = Pick<TicketLink, 'id' | 'ticket'> & { title: string }
type RowsProps = { label: string; ticketId: string; rows: Row[]; canWrite: boolean }

/** Tickets that are linked to a ticket, each with a button that removes the link. */
export const LinkRows = ({ label, ticketId, rows, canWrite }: RowsProps) =>
  rows.length > 0 && (
    <ul aria-label={label} className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-px">
      {rows.map((row) => (
        <li key={row.id} className="group flex min-w-0 items-center">
          <LinkRow row={row} ticketId={ticketId} canWrite={canWrite} />
        </li>
      ))}
    </ul>
  )

type RowProps = { row: Row; ticketId: string; canWrite: boolean }

function LinkRow({ row: { id: linkId, title, ticket }, ticketId, canWrite }: RowProps) {
  const params = { id: ticketId, linkId }
  const removing = useWrite(() => ask<typeof unlinkTicket>('DELETE', '/api/v1/tickets/:id/links/:linkId', { params }), {
    tellsProblem: true,
  })
  return (
    <>
      <Link
        to={ticketHref(ticket.id)}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-sm px-2 py-1 hover:bg-hover touch:min-h-10"
      >
        <StatusGlyph status={ticket.status} color={ticket.statusColor} />
        <VisuallyHidden>{ticket.statusLabel}: </VisuallyHidden>
        <span className="min-w-0">
          <span className="block text-meta text-ink-3">
            {title} <span className="tabular-nums">{ticket.number}</span>
          </span>
          <span className="block truncate" title={ticket.subject}>
            {ticket.subject}
          </span>
        </span>
      </Link>
      {canWrite && (
        <IconButton
          icon={X}
          size="sm"
          label={`Remove the link to ticket ${ticket.number}`}
          aria-busy={removing.isPending}
          onClick={() => removing.write()}
        />
      )}
    </>
  )
}
