import type { Message, TicketEvent } from '#web/service/tickets/types.ts'

export type TimelinePart =
  | { kind: 'message'; key: string; message: Message }
  | { kind: 'events'; key: string; events: TicketEvent[] }

/** Messages in their order with what happened between them; what is still held back stands at the end. */
export function buildTimeline(messages: Message[], events: TicketEvent[]): TimelinePart[] {
  const said = messages.filter((message) => !isHeld(message))
  const held = messages.filter(isHeld)
  const waiting = [...events]
  const parts: TimelinePart[] = []
  for (const message of said) {
    addEvents(parts, takeBefore(waiting, timeOf(message)))
    parts.push(partOf(message))
  }
  addEvents(parts, waiting)
  return [...parts, ...held.map(partOf)]
}

export const isHeld = ({ sentAt }: Pick<Message, 'sentAt'>) => sentAt === null

const timeOf = ({ sentAt, createdAt }: Message) => sentAt ?? createdAt

const partOf = (message: Message): TimelinePart => ({ kind: 'message', key: message.id, message })

function takeBefore(events: TicketEvent[], time: string) {
  const later = events.findIndex(({ createdAt }) => createdAt >= time)
  return events.splice(0, later < 0 ? events.length : later)
}

function addEvents(parts: TimelinePart[], events: TicketEvent[]) {
  const [first] = events
  if (first) parts.push({ kind: 'events', key: first.id, events })
}

export type Shown = { before: TimelinePart[]; hidden: TimelinePart[]; after: TimelinePart[] }

const firstShown = 1
const lastShown = 30

/** Of a very long conversation the beginning and the end; what is between is shown when asked for. */
export function foldTimeline(parts: TimelinePart[], isOpen: boolean): Shown {
  if (isOpen || parts.length <= firstShown + lastShown + 5) return { before: [], hidden: [], after: parts }
  return {
    before: parts.slice(0, firstShown),
    hidden: parts.slice(firstShown, -lastShown),
    after: parts.slice(-lastShown),
  }
}
