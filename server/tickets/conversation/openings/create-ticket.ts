import type { BodyOf } from '#contract/endpoint.ts'
import type { createTicket as contract } from '#contract/tickets/tickets.ts'
import { changeCustomValues, newCustomValues } from '#server/fields/custom-fields/custom-values.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { importing } from '#server/platform/events/subscription.ts'
import { type Customer, type Member, refuseWithout } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseTakenId } from '#server/search/words/external-ids.ts'
import { addMailNote } from '#server/tickets/conversation/messages/add-customer-message.ts'
import {
  type CleanText,
  composeTeamText,
  composeText,
  invalidField,
} from '#server/tickets/conversation/messages/compose-text.ts'
import { upsertRead } from '#server/tickets/conversation/queries/reads.ts'
import { holdReply, sendReply, statusAfterReply } from '#server/tickets/conversation/replies/send-reply.ts'
import { findForm } from '#server/tickets/forms/find-form.ts'
import { releaseRecipients } from '#server/tickets/outgoing-mail/deliveries/suppress-unreachable.ts'
import { chooseStatus } from '#server/tickets/statuses/find-statuses.ts'
import { distinctTags } from '#server/tickets/tags/same-tag.ts'
import { holdTeam, keptTeamId } from '#server/tickets/teams/find-teams.ts'
import { actorOf, type Call } from '#server/tickets/ticket/caller.ts'
import { findOrCreateCopies, refuseTooManyRecipients } from '#server/tickets/ticket/change-copies.ts'
import { refuseInactive, refuseUnfilled } from '#server/tickets/ticket/change-ticket.ts'
import { insertNewTicket, tellOpening } from '#server/tickets/ticket/insert-ticket.ts'
import { chosenStatus } from '#server/tickets/ticket/status-rules.ts'
import type { NewText } from '#server/tickets/ticket/ticket-state.ts'
import { refuseBlocked } from '#server/workspace/customers/block-customer.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { noteLanguage } from '#server/workspace/customers/write-customer.ts'
import { openTicket } from './open-ticket.ts'

type TicketToCreate = BodyOf<typeof contract> & { clean: CleanText }

export function createTicket({ caller, ...call }: Call, wanted: TicketToCreate): Promise<string> {
  return caller.kind === 'customer'
    ? createOwn({ ...call, caller }, wanted)
    : createForRequester({ ...call, caller }, wanted)
}

async function createOwn({ tx, caller }: Call<Customer>, { subject, clean, html, text, ...wanted }: TicketToCreate) {
  const { attachments, deflection, language, customFields: given = {}, form: key, ...ofTeam } = wanted
  if (Object.values(ofTeam).some((value) => value !== undefined)) throw new Refusal('not-allowed')
  const form = await findChosenForm(tx, key, caller)
  const customFields = await newCustomValues(tx, 'ticket', { given, caller, asked: form?.fields })
  return openOwn(tx, caller.id, { subject, clean, attachments, customFields, form, language, deflectionId: deflection })
}

type OwnRequest = {
  subject: string
  clean: CleanText
  attachments?: string[] | undefined
  /** Values of custom fields by id. */
  customFields: Values
  form: ChosenForm
  language?: string | undefined
  deflectionId?: string | undefined
  /** False if somebody else may have written the request in the name of the customer. */
  isProven?: boolean
}

/** Opens a ticket that a customer requested in the customer area. */
export async function openOwn(
  tx: WorkspaceTx,
  customerId: string,
  { subject, clean, attachments, customFields, form, language, deflectionId, isProven = true }: OwnRequest,
) {
  await refuseBlocked(tx, customerId)
  const opening = await composeText(tx, clean, attachments, customerId)
  await noteLanguage(tx, customerId, language)
  const { ticketId } = await openTicket(tx, {
    ...{ ...(await valuesOf(tx, form)), subject, requesterId: customerId, channel: 'portal', isAcknowledged: true },
    ...{ author: { type: 'customer', id: customerId }, opening, customFields, deflectionId, isProven },
  })
  return ticketId
}

async function createForRequester(call: Call<Member>, wanted: TicketToCreate) {
  if (wanted.deflection) throw invalidField('deflection', 'Only customers can send this')
  const ticketId = wanted.from === 'agent' ? await writeToRequester(call, wanted) : await logRequest(call, wanted)
  await refuseTooManyRecipients(call.tx, ticketId)
  return ticketId
}

async function logRequest(call: Call<Member>, wanted: TicketToCreate) {
  const { tx, caller } = call
  const ofSending = (['status', 'statusId', 'sendAt', 'toSuppressed'] as const).find((field) => wanted[field])
  if (ofSending) throw invalidField(ofSending, 'Only a ticket with `from: agent` can have this')
  const { customFields: given = {} } = wanted
  const form = await findChosenForm(tx, wanted.form, caller)
  const customFields = await newCustomValues(tx, 'ticket', { given, caller, asked: form?.fields })
  const { opening, ...ticket } = await prepareTicket(call, wanted, form)
  const { ticketId } = await openTicket(tx, {
    customFields,
    ...{ ...ticket, opening, channel: wanted.channel ?? 'other', isAcknowledged: false },
    author: { type: 'customer', id: ticket.requesterId },
    loggedBy: actorOf(caller),
  })
  await upsertRead(tx, ticketId, caller.id, 1)
  return ticketId
}

/** Imports a request from another system with its status. No mail is sent. */
export async function importTicket(call: Call<Member>, { createdAt, dueDate, ...wanted }: TicketToImport) {
  const { customFields: given = {} } = wanted
  const customFields = await changeCustomValues(call.tx, 'ticket', { values: {}, given, caller: call.caller })
  const { opening, ...ticket } = await prepareTicket(call, wanted, null)
  const status = await chooseStatus(call.tx, wanted)
  const { ticketId } = await openTicket(call.tx, {
    customFields,
    ...{ ...ticket, ...status, opening, channel: wanted.channel ?? 'import', isAcknowledged: false, cause: importing },
    ...{ ...(createdAt && { createdAt }), ...(dueDate && { dueAt: dueDate }) },
    author: { type: 'customer', id: ticket.requesterId },
    loggedBy: actorOf(call.caller),
  })
  await refuseTooManyRecipients(call.tx, ticketId)
  return ticketId
}

type TicketToImport = Omit<TicketToCreate, 'sendAt'> & {
  createdAt?: string | undefined
  dueDate?: string | null | undefined
}

async function writeToRequester(call: Call<Member>, wanted: TicketToCreate) {
  const { tx, caller } = call
  refuseWithout(caller, 'tickets:write')
  if (wanted.channel) throw invalidField('channel', 'Only a logged request has a channel')
  const { customFields: given = {} } = wanted
  const form = await findChosenForm(tx, wanted.form, caller)
  const customFields = await newCustomValues(tx, 'ticket', { given, caller, asked: form?.fields })
  const { opening, ...fields } = await prepareTicket(call, wanted, form)
  const author = actorOf(caller)
  const ticket = await insertNewTicket(tx, {
    ...fields,
    customFields,
    channel: 'agent',
    author,
    snippet: '',
    texts: [],
  })
  if (wanted.toSuppressed) await releaseRecipients(tx, ticket.id)
  const status = chosenStatus(ticket, await chooseStatus(tx, wanted))
  if ((await statusAfterReply(tx, ticket, status)).status === 'solved') await refuseUnfilled(tx, ticket)
  await tellOpening(tx, ticket, { author }, { isAcknowledged: false })
  const message = { kind: 'reply', author, channel: 'agent', text: opening } as const
  const { sendAt } = wanted
  if (sendAt && Date.parse(sendAt) > Date.now()) await holdReply(tx, ticket, message, { sendAt, chosen: status })
  else await sendReply(tx, ticket, message, { chosen: status })
  return ticket.id
}

const findChosenForm = async (tx: WorkspaceTx, key: string | undefined, caller: Member | Customer) =>
  key === undefined ? null : findForm(tx, key, caller)

type ChosenForm = Awaited<ReturnType<typeof findForm>> | null

/** Returns the values that a form gives to its tickets. A team that was deleted meanwhile is left out. */
async function valuesOf(tx: WorkspaceTx, form: ChosenForm) {
  if (!form) return {}
  const { team, ...defaults } = form.defaults
  return { ...defaults, formId: form.id, ...(team && { teamId: await keptTeamId(tx, team) }) }
}

async function prepareTicket(
  { tx, caller }: Call<Member>,
  { clean, html, text, ...wanted }: TicketToCreate,
  chosenForm: ChosenForm,
) {
  const {
    requester,
    assignee,
    team,
    cc,
    attachments,
    from,
    channel,
    status,
    statusId,
    sendAt,
    toSuppressed,
    tags,
    deflection,
    language,
    customFields,
    form: _,
    ...fields
  } = wanted
  if (!requester) throw invalidField('requester', 'Enter the e-mail address of the requester')
  if (assignee) await refuseInactive(tx, assignee)
  if (team) await holdTeam(tx, team)
  await refuseTakenId(tx, 'ticket', fields.externalId)
  const compose = from === 'agent' ? composeTeamText : composeText
  const opening = await compose(tx, clean, attachments, caller.id)
  const ccIds = await findOrCreateCopies(tx, [requester.email, ...(cc ?? [])])
  const { id: requesterId } = await findOrCreateCustomer(tx, requester)
  await noteLanguage(tx, requesterId, language)
  const chosen = {
    ...(await valuesOf(tx, chosenForm)),
    ...fields,
    ...(team !== undefined && { teamId: team }),
    ...(tags && { tags: distinctTags(tags) }),
  }
  return { ...chosen, requesterId, assigneeId: assignee ?? null, ccIds, opening }
}

type WrittenByMail = {
  subject: string
  requesterId: string
  ccIds: string[]
  memberId: string
  teamId: string | null
  text: NewText
  mailMessageId: string | null
  isProven: boolean
}

/**
 * Opens a ticket from a mail that a member sent to a customer. The mail becomes the first reply and is not sent again.
 * If its author is not certain, the mail becomes a note, and the customer does not see the ticket.
 */
export async function openAnswered(
  tx: WorkspaceTx,
  { subject, requesterId, ccIds, memberId, teamId, text, mailMessageId, isProven }: WrittenByMail,
) {
  const author = { type: 'agent', id: memberId } as const
  const by = { author, cause: 'mail' }
  const opened = { subject, requesterId, ccIds, teamId, channel: 'email', ...by } as const
  const ticket = await insertNewTicket(tx, { ...opened, snippet: '', texts: [] })
  await tellOpening(tx, ticket, by, { isAcknowledged: false })
  const { id: ticketId, number } = ticket
  const reply = { kind: 'reply', author, channel: 'email', text, mailMessageId, hasReached: true } as const
  const { messageId } = isProven
    ? await sendReply(tx, ticket, reply)
    : await addMailNote(tx, { ticketId, author, text, flags: ['unverified'], mailMessageId, cause: 'mail' })
  return { ticketId, number, messageId }
}
