import type { BodyOf } from '#contract/endpoint.ts'
import type { changeTicket as contract } from '#contract/tickets.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Asking } from './judge-message.ts'
import { lockSeenTicket, refuseChange } from './lock-ticket.ts'
import { findActiveMember } from './queries/people.ts'
import { refuseReadOnly } from './refuse-read-only.ts'
import { reindexTicket } from './reindex-ticket.ts'
import { chosenStatus, solvedBy, takenUp } from './status-rules.ts'
import type { TicketState } from './ticket-state.ts'
import { updateTicket } from './update-ticket.ts'

type Wanted = BodyOf<typeof contract>

/** Changes fields of a ticket by hand. */
export async function changeTicket(asking: Asking, id: string, wanted: Wanted, ifMatch: string | undefined) {
  const { platform, tx, caller } = asking
  refuseReadOnly(platform, caller)
  const ticket = await lockSeenTicket(tx, id, caller)
  if (ifMatch !== undefined && !isMatch(ifMatch, ticket)) throw new Refusal('changed-meanwhile')
  refuseChange(ticket)
  const { assignee, dueDate, status, ...fields } = wanted
  const chosen = chosenStatus(ticket, status)
  if (assignee && assignee !== ticket.assigneeId) await refuseInactive(asking, assignee)

  const changes = {
    ...fields,
    ...(fields.tags && { tags: [...new Set(fields.tags)] }),
    ...(assignee !== undefined && { assigneeId: assignee }),
    ...(dueDate !== undefined && { dueAt: dueDate && new Date(dueDate).toISOString() }),
    ...takenUp(ticket, chosen),
  }
  const by = { actor: { type: 'agent', id: caller.id } as const }
  const updated = await updateTicket(tx, ticket, solvedBy(ticket, changes, caller.id), by)
  if (updated.subject !== ticket.subject) await reindexTicket(tx, updated)
}

export async function refuseInactive({ tx }: Pick<Asking, 'tx'>, memberId: string) {
  if (!(await findActiveMember(tx, memberId))) throw new Refusal('assignee-not-active')
}

export const etagOf = ({ revision }: Pick<TicketState, 'revision'>) => `"${revision}"`

const isMatch = (ifMatch: string, ticket: TicketState) =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => tag.trim() === etagOf(ticket))
