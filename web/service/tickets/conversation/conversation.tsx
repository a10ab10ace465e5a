import './written-mail.css'
import { ArrowDown } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { MessagePage } from '#web/lib/conversation/conversation-pages.ts'
import { EarlierButton } from '#web/lib/conversation/earlier-button.tsx'
import { useEarlier } from '#web/lib/conversation/use-earlier.ts'
import { Time } from '#web/lib/time/time.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { formatClock } from '#web/lib/words/format.ts'
import type { TicketPageData } from '#web/service/tickets/ticket/ticket-page-data.ts'
import type { Message, SideConversation, TicketEvent } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EventFold } from '#web/ui/message/message-card.tsx'
import { describeActor, describeEvent } from './describe-event.ts'
import { HeldMessage } from './held-message.tsx'
import { MessageView } from './message-view.tsx'
import { buildTimeline, isHeld, type TimelinePart } from './timeline.ts'
import type { SeenState } from './use-seen.ts'

export type ConversationProps = Pick<
  TicketPageData,
  'ticket' | 'messages' | 'events' | 'merged' | 'members' | 'viewer' | 'sideConversations'
> & {
  seen: SeenState
  clockAheadMs: number
  canWrite: boolean
  onTakeBack: (messageId: string) => Promise<unknown>
  /** Opens the message to somebody outside. undefined: nothing can be written. */
  onForward: ((message: Message) => void) | undefined
  renderSide: (side: SideConversation) => ReactNode
}

/**
 * Opens at the newest message, at the bottom. CSS reverses the column, so no script has to scroll. If the unread
 * messages do not fit on the screen, scrolls to the first of them.
 */
export function Conversation({ messages, events, sideConversations, seen, ...shared }: ConversationProps) {
  const frame = useRef<HTMLElement>(null)
  const earlier = useEarlier({ ticketId: shared.ticket.id, latest: messages, frame })
  const said = [...earlier.messages, ...messages.items]
  const parts = buildTimeline(said, events, { sides: sideConversations, hasEarlier: earlier.count > 0 })
  const firstUnread = useFirstUnread(messages, shared.viewer.id, frame)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={frame}
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has only a keyboard scrolls it
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-auto px-3 pt-5 pb-2 md:px-5"
      >
        <div ref={seen.end} className="h-px shrink-0" />
        <div className="mx-auto mb-auto flex w-full max-w-190 flex-col gap-4">
          <EarlierButton {...earlier} />
          {parts.map((part) => (
            <Fragment key={part.key}>
              {part.key === firstUnread?.id && <UnreadLine isAlone={firstUnread.isAlone} />}
              <Part part={part} {...shared} />
            </Fragment>
          ))}
        </div>
      </section>
      <div role="status" className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
        {seen.isNewBelow && (
          <Button icon={ArrowDown} onClick={seen.showNew} className="pointer-events-auto rounded-full! shadow-menu">
            New message
          </Button>
        )}
      </div>
    </div>
  )
}

// Marks the first unread message. If the viewer has read none of the messages, the mark is invisible and only a target
// for scrolling.
const UnreadLine = ({ isAlone }: { isAlone: boolean }) => (
  <p
    data-unread
    className={classNames('scroll-mt-3', isAlone ? 'h-0' : 'flex items-center gap-3 text-accent-ink text-meta')}
  >
    {!isAlone && (
      <>
        <span className="h-px flex-1 bg-accent" />
        New
        <span className="h-px flex-1 bg-accent" />
      </>
    )}
  </p>
)

function useFirstUnread({ items, seenSeq }: MessagePage, viewerId: string, frame: RefObject<HTMLElement | null>) {
  const [first] = useState(() => {
    const unread = items.find(
      (message) =>
        !isHeld(message) && !message.originTicketId && message.seq > (seenSeq ?? 0) && message.author.id !== viewerId,
    )
    return unread && { id: unread.id, isAlone: seenSeq === 0 }
  })
  useLayoutEffect(() => {
    const line = frame.current?.querySelector('[data-unread]')
    if (line && line.getBoundingClientRect().top < frame.current!.getBoundingClientRect().top) line.scrollIntoView()
  }, [frame])
  return first
}

type PartProps = Omit<ConversationProps, 'messages' | 'events' | 'seen' | 'sideConversations'> & { part: TimelinePart }

function Part({ part, ...shared }: PartProps) {
  if (part.kind === 'events') return <EventLine events={part.events} />
  if (part.kind === 'side') return shared.renderSide(part.side)
  const { message } = part
  if (isHeld(message)) return <HeldMessage message={message} {...shared} />
  const origin = shared.merged.find(({ id }) => id === message.originTicketId)
  if (!origin) return <MessageView message={message} {...shared} />
  // Only the own messages of a ticket can be accepted or moved.
  return (
    <MessageView
      message={message}
      {...shared}
      ticket={{ ...shared.ticket, ...origin }}
      origin={origin}
      canWrite={false}
    />
  )
}

function EventLine({ events }: { events: TicketEvent[] }) {
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
