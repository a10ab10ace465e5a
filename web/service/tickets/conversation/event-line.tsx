import { Time } from '#web/lib/time/time.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { formatClock } from '#web/lib/words/format.ts'
import type { TicketEvent } from '#web/service/tickets/ticket/types.ts'
import { EventFold } from '#web/ui/message/message-card.tsx'
import { describeActor, describeEvent } from './describe-event.ts'

/** What happened between two messages, folded into one line. */
export function EventLine({ events }: { events: TicketEvent[] }) {
  const words = events.map(describeEvent).join(', ')
  const summary = events.length === 1 ? sentence(words) : `${events.length} events: ${words}`
  return (
    <EventFold summary={summary} time={<Span events={events} />}>
      {events.map((event) => (
        <p key={event.id}>
          {describeActor(event)}: {describeEvent(event)} · <Time at={event.createdAt} style="moment" />
        </p>
      ))}
    </EventFold>
  )
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function Span({ events }: { events: TicketEvent[] }) {
  const { timeZone } = useSite()
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return null
  const [from, to] = [formatClock(first.createdAt, timeZone), formatClock(last.createdAt, timeZone)]
  const isOneDay = first.createdAt.slice(0, 10) === last.createdAt.slice(0, 10)
  if (!isOneDay || from === to) return <Time at={last.createdAt} style="moment" />
  return <span>{`${from}–${to}`}</span>
}
