import type { z } from 'zod'
import type { QueryOf } from '#contract/endpoint.ts'
import { aboutTicket } from '#contract/events.ts'
import {
  type listIncidents as listContract,
  mostIncidents,
  mostLinks,
  type shownLinkKinds,
  type TicketLink,
} from '#contract/tickets/links.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { actorOf, type MemberCall, type Reader, theTeam } from '#server/tickets/ticket/caller.ts'
import {
  findSeenTicket,
  lockForTeam,
  lockIfExists,
  lockTickets,
  refuseUnseen,
} from '#server/tickets/ticket/find-ticket.ts'
import { listTicketsById } from '#server/tickets/ticket/lists/list-tickets.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import {
  countIncidentRows,
  deleteLink,
  findLink,
  findProblemLink,
  insertLink,
  type LinkKind,
  type LinkRow,
  leadsTo,
  listIncidentRows,
  listLinks,
  lockIncidents,
} from './queries.ts'

type ShownKind = (typeof shownLinkKinds)[number]
type ShownLink = z.input<typeof TicketLink>

/** Kinds as the other ticket shows them. */
const reversed: Record<LinkKind, ShownKind> = {
  related: 'related',
  duplicate_of: 'duplicated_by',
  blocks: 'blocked_by',
  parent_of: 'child_of',
  incident_of: 'problem_of',
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

export async function linkTicket(call: MemberCall, id: string, { kind, ticketId: otherId }: NewLink) {
  const { tx, caller } = call
  if (id === otherId) throw new Refusal('link-to-itself')
  if (kind === 'incident_of') return linkIncident(call, id, otherId)
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

async function linkIncident({ tx, caller }: MemberCall, id: string, problemId: string) {
  const ticket = await lockForTeam(tx, id, caller)
  if (!(await setProblem(tx, ticket, problemId, { actor: actorOf(caller) }))) throw new Refusal('link-exists')
  return (await showLinks(tx, caller, id, [(await findProblemLink(tx, id))!]))[0]!
}

/** The problem of a ticket before and after a change. */
export type ProblemChange = Record<'before' | 'after', string | null>

/**
 * Makes a ticket an incident of a problem, or of none. Returns null if nothing changed. Call this with the ticket
 * locked. The problem is not locked, so that changes of many incidents cannot deadlock with changes of it.
 */
export async function setProblem(
  tx: WorkspaceTx,
  ticket: TicketState,
  problemId: string | null,
  by: By,
): Promise<ProblemChange | null> {
  const former = await findProblemLink(tx, ticket.id)
  const change = { before: former?.otherId ?? null, after: problemId }
  if (change.before === change.after) return null
  const problem = problemId === null ? null : await findProblem(tx, ticket, problemId)
  await replaceProblem(tx, ticket, { former, problem }, by)
  return change
}

type Replacement = { former: LinkRow | undefined; problem: TicketState | null }

async function replaceProblem(tx: WorkspaceTx, ticket: TicketState, { former, problem }: Replacement, by: By) {
  if (former) await removeLink(tx, former, [ticket, await findSeenTicket(tx, former.otherId, theTeam)], by)
  if (!problem) return
  const incident = await updateTicket(tx, ticket, { type: 'incident' }, by)
  const made = await insertLink(tx, { ticketId: incident.id, kind: 'incident_of', otherId: problem.id })
  if (made) await recordLink(tx, made, [incident, problem], by)
}

/** Undoes a change of the problem of a ticket, unless the ticket has another problem by now. */
export async function restoreProblem(tx: WorkspaceTx, ticket: TicketState, { before, after }: ProblemChange, by: By) {
  const former = await findProblemLink(tx, ticket.id)
  if ((former?.otherId ?? null) !== after) return
  const problem = before === null ? null : ((await lockIfExists(tx, before)) ?? null)
  await replaceProblem(tx, ticket, { former, problem }, by)
}

/** Refuses a ticket that cannot become an incident of a problem. */
export async function refuseProblem(tx: WorkspaceTx, ticket: TicketState, problemId: string) {
  if ((await findProblemLink(tx, ticket.id))?.otherId !== problemId) await findProblem(tx, ticket, problemId)
}

/** The same as `setProblem`, for a ticket that was changed since it was locked. */
export async function setProblemOf(tx: WorkspaceTx, id: string, problemId: string | null, by: By) {
  const ticket = await lockIfExists(tx, id)
  if (ticket) await setProblem(tx, ticket, problemId, by)
}

async function findProblem(tx: WorkspaceTx, ticket: TicketState, id: string): Promise<TicketState> {
  await lockIncidents(tx, id)
  const problem = await findSeenTicket(tx, id, theTeam)
  const { number, type, status, trashedAt } = problem
  if (type !== 'problem')
    throw new Refusal('not-a-problem', { detail: `Ticket ${number} is not a problem. Set its type to Problem first.` })
  if (ticket.type === 'problem') throw new Refusal('incident-is-problem')
  if (status === 'closed' || trashedAt) throw new Refusal('problem-not-active')
  if ((await countIncidentRows(tx, id)).total >= mostIncidents) throw new Refusal('too-many-incidents')
  return problem
}

export async function hasIncidents(tx: WorkspaceTx, id: string): Promise<boolean> {
  return (await listIncidentRows(tx, id, { limit: 1 })).length > 0
}

export async function listIncidents(
  tx: WorkspaceTx,
  reader: Reader,
  id: string,
  { cursor, limit }: QueryOf<typeof listContract>,
) {
  await refuseUnseen(tx, id, reader)
  const rows = await listIncidentRows(tx, id, { after: readIdCursor(cursor), limit: limit + 1 })
  const page = rows.slice(0, limit)
  const ids = page.map(({ ticketId }) => ticketId)
  const tickets = new Map((await listTicketsById(tx, reader, ids)).map((ticket) => [ticket.id, ticket]))
  return {
    items: page.flatMap(({ id, ticketId, createdAt }) => {
      const ticket = tickets.get(ticketId)
      return ticket ? [{ id, linkedAt: createdAt, ticket }] : []
    }),
    next: rows.length > limit ? writeIdCursor(page.at(-1)!.id) : null,
    ...(await countIncidentRows(tx, id)),
  }
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
  const sides = tickets.map(({ ticket }) => ticket)
  if (!(await removeLink(tx, link, sides, { actor: actorOf(caller) }))) throw new Refusal('link-not-found')
}

async function removeLink(tx: WorkspaceTx, link: LinkRow, tickets: TicketState[], by: By): Promise<boolean> {
  const { numDeletedRows } = await deleteLink(tx, link.id)
  if (numDeletedRows === 0n) return false
  for (const about of sidesOf(link, tickets)) await record(tx, { type: 'link.removed', ...about, by, audience: 'team' })
  return true
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
