import type { z } from 'zod'
import { aboutTicket } from '#contract/events.ts'
import { mostLinks, type shownLinkKinds, type TicketLink } from '#contract/tickets/links.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf, type MemberCall, type Reader } from '#server/tickets/ticket/caller.ts'
import { lockTickets, refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { listTicketsById } from '#server/tickets/ticket/lists/list-tickets.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { deleteLink, findLink, insertLink, type LinkKind, type LinkRow, leadsTo, listLinks } from './queries.ts'

type ShownKind = (typeof shownLinkKinds)[number]
type ShownLink = z.input<typeof TicketLink>

/** Kinds as the other ticket shows them. */
const reversed: Record<LinkKind, ShownKind> = {
  related: 'related',
  duplicate_of: 'duplicated_by',
  blocks: 'blocked_by',
  parent_of: 'child_of',
}

export async function listTicketLinks(tx: WorkspaceTx, reader: Reader, id: string) {
  await refuseUnseen(tx, id, reader)
  return { items: await showLinks(tx, reader, id, await listLinks(tx, id)), next: null }
}

async function showLinks(tx: WorkspaceTx, reader: Reader, id: string, links: LinkRow[]): Promise<ShownLink[]> {
  const others = links.map((link) => otherOf(link, id))
  const tickets = new Map((await listTicketsById(tx, reader, others)).map((ticket) => [ticket.id, ticket]))
  return links.flatMap((link) => {
    const ticket = tickets.get(otherOf(link, id))
    return ticket ? [{ id: link.id, kind: kindOn(link, id), ticket } as ShownLink] : []
  })
}

const otherOf = ({ ticketId, otherId }: LinkRow, id: string) => (ticketId === id ? otherId : ticketId)
const kindOn = ({ ticketId, kind }: LinkRow, id: string): ShownKind => (ticketId === id ? kind : reversed[kind])

type NewLink = { kind: LinkKind; ticketId: string }

export async function linkTicket({ tx, caller }: MemberCall, id: string, { kind, ticketId: otherId }: NewLink) {
  if (id === otherId) throw new Refusal('link-to-itself')
  const tickets = await lockTickets(tx, [id, otherId])
  if (tickets.length < 2) throw new Refusal('ticket-not-found')
  for (const { ticket } of tickets)
    if ((await listLinks(tx, ticket.id)).length >= mostLinks)
      throw new Refusal('too-many-links', { detail: `Ticket ${ticket.number} has ${mostLinks} links already.` })
  // A link without a direction is stored once, from the ticket with the lower id.
  const [first, last] = kind === 'related' ? [id, otherId].sort() : [id, otherId]
  const link = { ticketId: first!, kind, otherId: last! }
  if (kind !== 'related' && (await leadsTo(tx, { ticketId: otherId, kind, otherId: id })))
    throw new Refusal('link-circular')
  const made = await insertLink(tx, link)
  if (!made) throw new Refusal('link-exists')
  const by = { actor: actorOf(caller) }
  await recordLink(
    tx,
    made,
    tickets.map(({ ticket }) => ticket),
    by,
  )
  return (await showLinks(tx, caller, id, [made]))[0]!
}

/** Links two tickets of a split. They are new to each other, so the link cannot exist. */
export async function linkRelated(tx: WorkspaceTx, one: TicketState, other: TicketState, by: By) {
  const [first, last] = [one.id, other.id].sort()
  const made = await insertLink(tx, { ticketId: first!, kind: 'related', otherId: last! })
  if (made) await recordLink(tx, made, [one, other], by)
}

export async function unlinkTicket({ tx, caller }: MemberCall, { id, linkId }: { id: string; linkId: string }) {
  const link = await findLink(tx, id, linkId)
  if (!link) throw new Refusal('link-not-found')
  const tickets = await lockTickets(tx, [link.ticketId, link.otherId])
  const { numDeletedRows } = await deleteLink(tx, linkId)
  if (numDeletedRows === 0n) throw new Refusal('link-not-found')
  const by = { actor: actorOf(caller) }
  for (const about of sidesOf(
    link,
    tickets.map(({ ticket }) => ticket),
  ))
    await record(tx, { type: 'link.removed', ...about, by, audience: 'team' })
}

async function recordLink(tx: WorkspaceTx, link: LinkRow, tickets: TicketState[], by: By) {
  for (const about of sidesOf(link, tickets)) await record(tx, { type: 'link.added', ...about, by, audience: 'team' })
}

/** Returns what each of the two tickets records of a link: the other ticket, and the kind from its side. */
const sidesOf = (link: LinkRow, tickets: TicketState[]) =>
  tickets.map(({ id }) => {
    const other = tickets.find((ticket) => ticket.id !== id)!
    return { subject: aboutTicket(id), new: { id: other.id, number: other.number, kind: kindOn(link, id) } }
  })
