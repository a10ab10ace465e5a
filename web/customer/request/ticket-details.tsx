import type { ReactNode } from 'react'
import type { z } from 'zod'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { Ticket as TicketSchema } from '#contract/tickets/tickets.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Copies } from './copies.tsx'

export type Request = z.output<typeof TicketSchema>

type Props = { ticket: Request; isOwn: boolean }

export const TicketDetails = ({ ticket: { assignee, cc, requester, status }, isOwn }: Props) => (
  <section>
    <h2 className="font-semibold">Details</h2>
    <dl className="mt-2 grid grid-cols-[84px_minmax(0,1fr)] gap-y-2">
      <Detail label="Assigned to">
        {assignee ? (
          <span className="flex items-center gap-1.5">
            <Avatar name={assignee.name} size={20} hideName />
            {assignee.name}
          </span>
        ) : (
          'Our team'
        )}
      </Detail>
      <Detail label="Requester">{shownAddress(requester.email)}</Detail>
    </dl>
    <Copies cc={cc} canChange={isOwn && status !== 'closed'} />
    {isOwn && status !== 'closed' && (
      <p className="mt-4 border-t border-line pt-4 text-meta text-ink-3">
        Reply by e-mail or here. Both are the same conversation.
      </p>
    )}
  </section>
)

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)
