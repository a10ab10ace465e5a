import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { Ticket as TicketSchema } from '#contract/tickets/tickets.ts'
import { customValueInWords, isShown } from '#web/fields/custom/custom-fields.ts'
import { UrlLink } from '#web/fields/custom/url-link.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Copies } from './copies.tsx'

export type Request = z.output<typeof TicketSchema>

type Props = { ticket: Request; fields: TicketField[]; isOwn: boolean }

export const TicketDetails = ({ ticket, fields, isOwn }: Props) => {
  const { assignee, cc, requester, status, customFields } = ticket
  const { timeZone } = useSite()
  return (
    <section>
      <h2 className="font-semibold">Details</h2>
      <dl className="mt-2 grid grid-cols-[78px_minmax(0,1fr)] gap-2">
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
        {fields.map((field) => {
          const words =
            isShown(field, fields, customFields) && customValueInWords(field, customFields[field.key], timeZone)
          return words ? (
            <Detail key={field.id} label={field.label}>
              {field.kind === 'url' ? (
                <UrlLink url={words} className="text-accent-ink underline-offset-2 hover:underline">
                  {words}
                </UrlLink>
              ) : (
                words
              )}
            </Detail>
          ) : null
        })}
      </dl>
      <Copies cc={cc} canChange={isOwn && status !== 'closed'} />
      {isOwn && status !== 'closed' && (
        <p className="mt-4 border-t border-line pt-4 text-meta text-ink-3">
          Reply by e-mail or here. Both are the same conversation.
        </p>
      )}
    </section>
  )
}

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="wrap-anywhere text-ink-3">{label}</dt>
    <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{children}</dd>
  </>
)
