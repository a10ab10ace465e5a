import type { Message, SideConversation, TicketEvent } from '#web/service/tickets/ticket/types.ts'

export type TimelinePart =
  | { kind: 'message'; key: string; message: Message }
  | { kind: 'events'; key: string; events: TicketEvent[] }
  | { kind: 'side'; key: string; side: SideConversation }

/**
 * Returns messages, events and side conversations in the order of time, with held messages last. If older messages are
 * not loaded, leaves out events before the first loaded message. Side conversations of that time come first.
 */
export function buildTimeline(
  messages: Message[],
  events: TicketEvent[],
  { sides, hasEarlier }: { sides: SideConversation[]; hasEarlier: boolean },
): TimelinePart[] {
  const said = messages.filter((message) => !isHeld(message))
  const held = messages.filter(isHeld)
  const waiting = withoutDoubled(events)
  const aside = [...sides].sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  if (hasEarlier && said[0]) takeBefore(waiting, timeOf(said[0]))
  const parts: TimelinePart[] = []
  function addUntil(time?: string) {
    for (const side of takeBefore(aside, time)) {
      addEvents(parts, takeBefore(waiting, side.createdAt))
      parts.push({ kind: 'side', key: side.id, side })
    }
    addEvents(parts, takeBefore(waiting, time))
  }
  for (const message of said) {
    addUntil(timeOf(message))
    parts.push(partOf(message))
  }
  addUntil()
  return [...parts, ...held.map(partOf)]
}

const mostApartMs = 1000

// A change to another category and to a status of the team is two events of one transaction, with times of their own.
// The second one says all.
const withoutDoubled = (events: TicketEvent[]) =>
  events.filter(({ type, actor, createdAt }) => {
    if (type !== 'status.changed') return true
    const isOfSameChange = (other: TicketEvent) =>
      other.actor.name === actor.name && Math.abs(Date.parse(other.createdAt) - Date.parse(createdAt)) <= mostApartMs
    return !events.some((other) => other.type === 'statusId.changed' && isOfSameChange(other))
  })

export const isHeld = ({ sentAt }: Pick<Message, 'sentAt'>) => sentAt === null

const timeOf = ({ sentAt, createdAt }: Message) => sentAt ?? createdAt

const partOf = (message: Message): TimelinePart => ({ kind: 'message', key: message.id, message })

function takeBefore<Dated extends { createdAt: string }>(things: Dated[], time?: string) {
  const later = time === undefined ? -1 : things.findIndex(({ createdAt }) => createdAt >= time)
  return things.splice(0, later < 0 ? things.length : later)
}

function addEvents(parts: TimelinePart[], events: TicketEvent[]) {
  const [first] = events
  if (first) parts.push({ kind: 'events', key: first.id, events })
}
