import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { unnamedMember } from '#contract/texts.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { ticketFields } from '#contract/tickets/tickets.ts'
import { renderCustomValues, renderSetValues } from '#server/fields/custom-fields/custom-values.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Person } from '#server/platform/http/caller.ts'
import { refuseStale } from '#server/platform/http/input/refuse-input.ts'
import type { App } from '#server/platform/http/platform.ts'
import { type Admitted, type Call, serve } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { customerLabelOf } from '#server/tickets/statuses/find-statuses.ts'
import { listCompaniesOf } from '#server/workspace/companies/list-companies.ts'
import type { Reader, Call as TicketCall } from './caller.ts'
import { lockSeenTicket } from './find-ticket.ts'
import { findTicketCard, type TicketCard } from './queries/lists.ts'
import { statusForCustomer } from './status-rules.ts'
import type { TicketState } from './ticket-state.ts'

/**
 * Returns the ETag of a ticket. It changes with each revision, but for customers only with changes that they can see.
 */
export const etagOf = ({ revision, publicUpdatedAt }: TicketRevision, { kind }: Reader) =>
  kind === 'customer' ? `"${Date.parse(publicUpdatedAt)}"` : `"${revision}"`

type TicketRevision = Pick<TicketState, 'revision' | 'publicUpdatedAt'>

export async function showTicket(tx: WorkspaceTx, reader: Reader, id: string) {
  const card = await findTicketCard(tx, reader, id)
  if (!card) throw new Refusal('ticket-not-found')
  const fields = await findFields(tx, 'ticket')
  const customFields = renderCustomValues(fields, card.customFields, reader)
  return { ticket: { ...shapeTicket(card, reader), customFields }, etag: etagOf(card, reader) }
}

type Field = keyof typeof ticketFields

/** Returns more fields than an answer may contain. The contract removes the other fields. */
function shapeTicket(card: TicketCard, reader: Reader) {
  const isCustomer = reader.kind === 'customer'
  return {
    ...(isCustomer ? forCustomer(card) : forTeam(card)),
    assignee: card.assignee && { id: card.assignee.id, name: memberName(card.assignee, isCustomer) },
  }
}

export async function shapeTicketRows(tx: WorkspaceTx, cards: TicketCard[], reader: Reader) {
  const fields = await findFields(tx, 'ticket')
  const companies = await findCompanies(tx, cards, reader)
  return cards.map((card) => ({
    ...shapeTicket(card, reader),
    customFields: renderSetValues(fields, card.customFields, reader),
    snippet: reader.kind === 'customer' ? card.publicSnippet : card.snippet,
    isUnread: card.isUnread,
    companies: companies.get(card.requester.id) ?? [],
  }))
}

const findCompanies = async (tx: WorkspaceTx, cards: TicketCard[], { kind }: Reader) =>
  kind === 'customer' || cards.length === 0
    ? new Map<string, never>()
    : listCompaniesOf(tx, [...new Set(cards.map(({ requester }) => requester.id))])

const forTeam = (card: TicketCard) => ({
  ...card,
  statusId: card.statusId ?? card.defaultStatusId,
  statusLabel: card.statusName,
  isSpam: card.spamAt !== null,
  isTrashed: card.trashedAt !== null,
  dueDate: card.dueAt,
})

/** Returns the fields that customers may see. Every other field of a ticket is hidden. */
const forCustomer = (card: TicketCard) => ({
  ...hiddenFromCustomers,
  ...pick(card, [
    'id',
    'number',
    'subject',
    'type',
    'channel',
    'requester',
    'cc',
    'mergedInto',
    'followUpOf',
    'reopenCount',
  ]),
  ...pick(card, ['waitingSince', 'firstRepliedAt', 'solvedAt', 'closedAt', 'createdAt']),
  // The values of `lastMessageSeq` and `updatedAt` would reveal internal notes, so customers get the public values.
  ...{ lastMessageSeq: card.lastPublicSeq, updatedAt: card.publicUpdatedAt },
  status: statusForCustomer(card.status),
  statusLabel: customerLabelOf({ category: card.status, customerLabel: card.customerLabel }),
})

const hiddenFromCustomers = {
  statusColor: null,
  form: null,
  ...(Object.fromEntries(Object.keys(ticketFields).map((field) => [field, null])) as Record<Field, null>),
  tags: [],
  snoozedUntil: null,
  isSpam: false,
  isTrashed: false,
}

const pick = <K extends keyof TicketCard>(card: TicketCard, names: K[]) =>
  Object.fromEntries(names.map((name) => [name, card[name]])) as Pick<TicketCard, K>

/** Returns the name of a member. A customer never gets the mail address of a member without a name. */
export const memberName = ({ name, email }: Pick<Person, 'name' | 'email'>, isForCustomer: boolean) =>
  name || (isForCustomer ? unnamedMember : shownAddress(email))

type ChangeOfTicket = Endpoint & { takesIfMatch: true; params: z.ZodType<{ id: string }> }

export function serveChange<E extends ChangeOfTicket, P = undefined>(
  app: App,
  endpoint: E,
  handle: (call: Call<E> & { prepared: P }) => Promise<z.input<E['answer']>>,
  prepare?: (admitted: Admitted<E>) => Promise<P>,
) {
  const guarded = async (call: Call<E> & { prepared: P }) => {
    const { tx, ifMatch } = call
    const { caller, params } = call as unknown as TicketCall & { params: { id: string } }
    if (ifMatch !== undefined) refuseStale(ifMatch, etagOf(await lockSeenTicket(tx, params.id, caller), caller))
    return handle(call)
  }
  serve<E, P>(app, endpoint, guarded, prepare)
}

type AnswerTicketCall = Pick<TicketCall, 'tx' | 'caller'> & { params: { id: string }; setEtag(tag: string): void }

export async function answerWithTicket({ tx, caller, params, setEtag }: AnswerTicketCall) {
  const { ticket, etag } = await showTicket(tx, caller, params.id)
  setEtag(etag)
  return ticket
}
