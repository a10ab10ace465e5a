import type { z } from 'zod'
import type { TicketChanges } from '#contract/ticket-changes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AskingMember, actorOf } from './asking.ts'
import { lockSeenTicket, refuseChange } from './lock-ticket.ts'
import { now, type RowChanges } from './queries/tickets.ts'
import { refuseInactive } from './refuse-inactive.ts'
import { reindexTicket } from './reindex-ticket.ts'
import { chosenStatus, solvedBy, takenUp } from './status-rules.ts'
import { isSettled, type TicketState } from './ticket-state.ts'
import { updateTicket } from './update-ticket.ts'

export type Wanted = z.output<typeof TicketChanges>

/** Changes a ticket by hand. */
export async function changeTicket({ tx, caller }: AskingMember, id: string, wanted: Wanted, ifMatch?: string) {
  const ticket = await lockSeenTicket(tx, id, caller)
  if (ifMatch !== undefined && !isMatch(ifMatch, ticket)) throw new Refusal('changed-meanwhile')
  return changeLocked(tx, ticket, wanted, caller)
}

/** As `changeTicket`, of a ticket that is locked. What is refused is refused before anything is written. */
export async function changeLocked(tx: WorkspaceTx, ticket: TicketState, wanted: Wanted, caller: Member) {
  const { spam, trash, ...rest } = wanted
  const changes = { ...markOf(ticket, 'spamAt', spam), ...markOf(ticket, 'trashedAt', trash) }
  // Spam and trash are marks beside the status, on closed tickets too; taking a mark off leaves all as it was.
  if (Object.keys(rest).length > 0 || (spam ?? trash) === undefined)
    Object.assign(changes, await changesOfWork(tx, ticket, rest, caller))
  const updated = await updateTicket(tx, ticket, changes, { actor: actorOf(caller) })
  if (updated.subject !== ticket.subject) await reindexTicket(tx, updated)
  return updated
}

const markOf = (ticket: TicketState, mark: 'spamAt' | 'trashedAt', isSet: boolean | undefined): RowChanges =>
  isSet === undefined || isSet === (ticket[mark] !== null) ? {} : { [mark]: isSet ? now : null }

/** Closed tickets and those in the trash take none of these. */
async function changesOfWork(
  tx: WorkspaceTx,
  ticket: TicketState,
  wanted: Omit<Wanted, 'spam' | 'trash'>,
  caller: Member,
): Promise<RowChanges> {
  const { assignee, dueDate, status, tags, addTags, removeTags, snoozedUntil, ...fields } = wanted
  refuseChange(ticket)
  const isOnlyWoken = snoozedUntil === null && Object.keys(wanted).length === 1
  if (snoozedUntil) refuseSnooze(ticket, snoozedUntil)
  if (assignee && assignee !== ticket.assigneeId) await refuseInactive(tx, assignee)
  const changes = {
    ...fields,
    ...(tags || addTags || removeTags ? { tags: tagsOf(tags ?? ticket.tags, addTags, removeTags) } : {}),
    ...(assignee !== undefined && { assigneeId: assignee }),
    ...(dueDate !== undefined && { dueAt: dueDate && new Date(dueDate).toISOString() }),
    ...(snoozedUntil !== undefined && { snoozedUntil: snoozedUntil && new Date(snoozedUntil).toISOString() }),
    ...(!isOnlyWoken && takenUp(ticket, chosenStatus(ticket, status))),
  }
  return solvedBy(ticket, changes, caller.id)
}

function refuseSnooze({ status }: TicketState, until: string) {
  if (isSettled(status)) throw new Refusal('ticket-not-active')
  if (Date.parse(until) <= Date.now()) throw new Refusal('snooze-in-the-past')
}

const mostTags = 50

function tagsOf(tags: string[], added: string[] = [], removed: string[] = []) {
  const all = [...new Set([...tags, ...added])].filter((tag) => !removed.includes(tag))
  if (all.length > mostTags) throw new Refusal('too-many-tags')
  return all
}

export const etagOf = ({ revision }: Pick<TicketState, 'revision'>) => `"${revision}"`

const isMatch = (ifMatch: string, ticket: TicketState) =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => tag.trim() === etagOf(ticket))
