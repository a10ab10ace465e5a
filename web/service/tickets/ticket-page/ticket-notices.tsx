import { Time } from '#web/lib/time/time.tsx'
import { endSnooze, type TicketChange, takeFromTrash, unmarkSpam } from '#web/service/tickets/ticket/changes/changes.ts'
import type { TicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

type Props = { ticket: Ticket; changes: TicketChanges; canWrite: boolean }

export function TicketNotices({ ticket, changes, canWrite }: Props) {
  const { status, isSpam, isTrashed, snoozedUntil, followUpOf } = ticket
  const undoing = (label: string, change: TicketChange) =>
    canWrite && (
      <button
        type="button"
        onClick={() => changes.run(change, [ticket])}
        className="font-medium underline underline-offset-2"
      >
        {label}
      </button>
    )
  const notices = [
    isTrashed && <Notice key="trash" text="This ticket is in the trash." action={undoing('Restore', takeFromTrash)} />,
    isSpam && <Notice key="spam" text="This ticket is marked as spam." action={undoing('Not spam', unmarkSpam)} />,
    snoozedUntil && (
      <Notice
        key="snooze"
        text={
          <>
            Snoozed until <Time at={snoozedUntil} style="full" />.
          </>
        }
        action={undoing('End the snooze', endSnooze)}
      />
    ),
    status === 'closed' && (
      <Notice
        key="closed"
        text="This ticket is closed and can no longer change. New messages of the customer create a follow-up ticket."
      />
    ),
    followUpOf && (
      <Notice
        key="follow-up"
        text="This ticket follows up on"
        action={
          <TextLink underline href={ticketHref(followUpOf)}>
            a closed ticket
          </TextLink>
        }
      />
    ),
  ].filter(Boolean)
  if (notices.length === 0) return null
  return <div className="grid shrink-0 gap-1 border-b border-line p-2">{notices}</div>
}

const Notice = ({ text, action }: { text: React.ReactNode; action?: React.ReactNode }) => (
  <Banner tone="info" action={action}>
    {text}
  </Banner>
)
