import type { BodyOf } from '#contract/endpoint.ts'
import type { writeMessage as contract } from '#contract/tickets/messages.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { importing } from '#server/platform/events/subscription.ts'
import type { Customer, Member } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteDraft, findDraft } from '#server/tickets/conversation/queries/drafts.ts'
import { findNewerOfOthers } from '#server/tickets/conversation/queries/messages.ts'
import { upsertRead } from '#server/tickets/conversation/queries/reads.ts'
import { holdReply, sendReply, statusAfterReply } from '#server/tickets/conversation/replies/send-reply.ts'
import { addFollowers, refuseFollowers } from '#server/tickets/followers/follow-ticket.ts'
import { refuseProblem, setProblemOf } from '#server/tickets/links/link-tickets.ts'
import { releaseRecipients } from '#server/tickets/outgoing-mail/deliveries/suppress-unreachable.ts'
import { chooseStatus, type StatusChoice } from '#server/tickets/statuses/find-statuses.ts'
import { actorOf, type Call } from '#server/tickets/ticket/caller.ts'
import {
  changeCopies,
  findOrCreateCopies,
  isParticipant,
  refuseTooManyRecipients,
} from '#server/tickets/ticket/change-copies.ts'
import { changesOfFields, refuseUnfilled } from '#server/tickets/ticket/change-ticket.ts'
import { lockForTeam, lockSeenTicket, refuseChange } from '#server/tickets/ticket/find-ticket.ts'
import { memberName } from '#server/tickets/ticket/show-ticket.ts'
import { changesWhenMemberActs, chosenStatus, solvedBy } from '#server/tickets/ticket/status-rules.ts'
import type { RowChanges, TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { refuseBlocked, refuseErased } from '#server/workspace/customers/block-customer.ts'
import { listActiveMembers } from '#server/workspace/team/find-members.ts'
import { addCustomerMessage } from './add-customer-message.ts'
import { addMessage, type NewMessage } from './add-message.ts'
import { type CleanText, composeTeamText, composeText, invalidField } from './compose-text.ts'
import { snippetOf } from './snippet.ts'

type NewMessageText = BodyOf<typeof contract> & { clean: CleanText }

export function writeMessage({ caller, ...call }: Call, ticketId: string, written: NewMessageText): Promise<string> {
  return caller.kind === 'customer'
    ? writeAsCustomer({ ...call, caller }, ticketId, written)
    : writeAsTeam({ ...call, caller }, ticketId, written)
}

async function writeAsCustomer({ tx, caller }: Call<Customer>, ticketId: string, written: NewMessageText) {
  const { kind, status, statusId, changes, sendAt, cc, toSuppressed, draft, ...rest } = written
  const { from, customer, channel, ...words } = rest
  const { clean, attachments } = words
  if (from || customer || channel || statusId || changes || words.createdAt || words.mentions)
    throw new Refusal('not-allowed')
  if (kind === 'note' || status || sendAt || cc || toSuppressed || draft !== undefined) throw new Refusal('not-allowed')
  await refuseBlocked(tx, caller.id)
  await lockSeenTicket(tx, ticketId, caller)
  const text = await composeText(tx, clean, attachments, caller.id)
  return (await addCustomerMessage(tx, { ticketId, customerId: caller.id, text, channel: 'portal' })).messageId
}

async function writeAsTeam(call: Call<Member>, ticketId: string, written: NewMessageText) {
  if (written.createdAt) return importMessage(call, ticketId, written, written.createdAt)
  if (written.from === 'customer') return logForCustomer(call, ticketId, written)
  refuseFields(written, ['customer', 'channel'], onlyOfCustomers)
  const { tx, caller } = call
  const { kind, seen, sendAt, cc } = written
  // Creates new customers before the ticket is locked, in the same order as inbound mail. The reverse order could
  // deadlock.
  const copies = cc && (await findOrCreateCopies(tx, cc))
  const ticket = await lockForTeam(tx, ticketId, caller)
  const status = chosenStatus(ticket, await chooseStatus(tx, written))
  if (seen !== undefined) await refuseUnread(tx, ticketId, seen, caller)
  if (kind === 'reply') await refuseErased(tx, ticket.requesterId)
  const after = kind === 'reply' ? await statusAfterReply(tx, ticket, status) : status
  const { addFollowers: followers = [], problem, ...wanted } = written.changes ?? {}
  await refuseFollowers(tx, ticketId, followers)
  if (problem) await refuseProblem(tx, ticket, problem)
  const own = await changesOfFields(tx, ticket, wanted, { caller, status: after?.status })
  if (after?.status === 'solved') await refuseUnfilled(tx, { ...ticket, ...own })
  if (written.mentions && kind === 'reply') throw invalidField('mentions', 'Only a note can mention members')
  if (sendAt && kind === 'note') throw new Refusal('invalid', { detail: 'Only a reply can be sent later' })
  const author = actorOf(caller)
  const by = { actor: author }
  const text = await composeTeamText(tx, written.clean, written.attachments, caller.id)
  if (copies) await changeCopies(tx, ticket, copies, by)
  if (kind === 'reply') await refuseTooManyRecipients(tx, ticketId)
  if (kind === 'reply' && written.toSuppressed) await releaseRecipients(tx, ticketId)
  const draft = await endDraft(tx, ticketId, caller, written.draft)
  const mentions = await addMentioned(call, ticketId, written.mentions)
  const message = { kind, author, channel: 'agent', text, mentions } as const
  if (sendAt && Date.parse(sendAt) > Date.now())
    return holdReply(tx, ticket, message, { sendAt, chosen: status, changes: written.changes, macro: draft?.macro })
  await addFollowers(tx, ticketId, [...new Set(followers)], by)
  const messageId =
    kind === 'reply'
      ? (await sendReply(tx, ticket, message, { chosen: status, changes: own })).messageId
      : await addNote(call, ticket, message, { status, own })
  if (problem !== undefined) await setProblemOf(tx, ticketId, problem, by)
  return messageId
}

type NoteChanges = { status: StatusChoice | null; own: RowChanges }

async function addNote(
  { tx, caller }: Call<Member>,
  ticket: TicketState,
  message: NewMessage,
  { status, own }: NoteChanges,
) {
  const changes = solvedBy(ticket, { ...changesWhenMemberActs(ticket, status, caller), ...own }, caller)
  const { messageId, seq } = await addMessage(tx, ticket, message, changes, { actor: message.author })
  await upsertRead(tx, ticket.id, caller.id, seq)
  return messageId
}

// Makes the mentioned members follow the ticket. Returns them without the author.
async function addMentioned({ tx, caller, platform }: Call<Member>, ticketId: string, mentions: string[] = []) {
  const wanted = [...new Set(mentions)]
  const members = await listActiveMembers(tx, wanted)
  if (members.length < wanted.length) throw new Refusal('mentioned-unknown')
  const others = wanted.filter((id) => id !== caller.id)
  if (others.length > 0) platform.limiter.spend(limits.mention, caller.id, others.length)
  await addFollowers(tx, ticketId, others, { actor: actorOf(caller) })
  return others
}

// Adds words that a customer said elsewhere, for example by phone, as a message of the customer. Sends the customer no
// mail.
async function logForCustomer({ tx, caller }: Call<Member>, ticketId: string, written: NewMessageText) {
  const ofTeam = ['status', 'statusId', 'changes', 'sendAt', 'cc', 'toSuppressed', 'draft', 'mentions'] as const
  refuseFields(written, ofTeam, 'A message of a customer cannot have this. Remove it')
  if (written.kind === 'note') throw invalidField('kind', 'A message of a customer must be a reply')
  const ticket = await lockSeenTicket(tx, ticketId, caller)
  refuseChange({ ...ticket, status: 'open' })
  if (written.seen !== undefined) await refuseUnread(tx, ticketId, written.seen, caller)
  const customerId = written.customer ? await customerOn(tx, ticketId, written.customer) : ticket.requesterId
  const text = await composeText(tx, written.clean, written.attachments, caller.id)
  const channel = written.channel ?? (caller.key ? 'api' : 'other')
  const said = { ticketId, customerId, text, channel, isAcknowledged: false } as const
  return (await addCustomerMessage(tx, said)).messageId
}

// Imports a message from another system. Sends no mail and does not change the ticket status. The ticket may be closed.
async function importMessage(
  { tx, caller }: Call<Member>,
  ticketId: string,
  written: NewMessageText,
  createdAt: string,
) {
  if (!caller.key) throw new Refusal('not-allowed', { detail: 'Only API keys can set `createdAt`.' })
  const ofTeam = ['status', 'statusId', 'changes', 'seen', 'sendAt', 'cc', 'toSuppressed', 'draft', 'mentions'] as const
  refuseFields(written, ofTeam, 'An imported message cannot have this. Remove it')
  const isOfCustomer = written.from === 'customer'
  if (!isOfCustomer) refuseFields(written, ['customer', 'channel'], onlyOfCustomers)
  if (isOfCustomer && written.kind === 'note') throw invalidField('kind', 'A message of a customer must be a reply')
  const ticket = await lockSeenTicket(tx, ticketId, caller)
  refuseChange({ ...ticket, status: 'open' })
  const customerId = written.customer ? await customerOn(tx, ticketId, written.customer) : ticket.requesterId
  const author = isOfCustomer ? ({ type: 'customer', id: customerId } as const) : actorOf(caller)
  const text = await composeText(tx, written.clean, written.attachments, caller.id)
  const channel = written.channel ?? 'import'
  const message = { kind: written.kind, author, channel, text, createdAt, hasReached: true } as const
  const changes = isOfCustomer ? { lastCustomerSeq: ticket.lastMessageSeq + 1 } : {}
  const by = { actor: actorOf(caller), cause: importing }
  return (await addMessage(tx, ticket, message, changes, by)).messageId
}

const onlyOfCustomers = 'Only a message of a customer can have this: add `from: customer`'

async function customerOn(tx: WorkspaceTx, ticketId: string, address: string): Promise<string> {
  const person = await isParticipant(tx, ticketId, address)
  if (person && 'customerId' in person) return person.customerId
  throw invalidField('customer', 'Nobody on this ticket has this address. Enter the requester or somebody in CC')
}

function refuseFields(written: NewMessageText, names: readonly (keyof NewMessageText)[], words: string) {
  const said = names.find((name) => written[name] !== undefined)
  if (said) throw invalidField(said, words)
}

// Deletes the draft if it has this revision. Refuses if there is no draft any more, so that a draft is sent once. For
// undefined, deletes the draft with any revision, unless the caller is an API key. For null, deletes nothing.
async function endDraft(tx: WorkspaceTx, ticketId: string, { id, key }: Member, revision: string | null | undefined) {
  if (revision === null || (revision === undefined && key)) return undefined
  const ended = await deleteDraft(tx, ticketId, id, revision)
  if (revision && !ended && !(await findDraft(tx, ticketId, id))) throw new Refusal('draft-gone')
  return ended
}

// Refuses if somebody else wrote or scheduled a message that the caller has not seen. Otherwise the customer could get
// two answers.
async function refuseUnread(tx: WorkspaceTx, ticketId: string, seen: number, { id }: Member) {
  const newer = await findNewerOfOthers(tx, ticketId, seen, id)
  if (!newer) return
  const { sentAt, sendAt, bodyText } = newer
  if (sentAt) throw new Refusal('somebody-wrote')
  const name = memberName({ name: newer.memberName, email: newer.email! }, false)
  const said = snippetOf(bodyText)
  const detail = `A reply by ${name} ${whenItGoes(sendAt!)}${said ? `: “${said}”` : '.'} Read it, then send again.`
  throw new Refusal('somebody-wrote', { detail })
}

const soonSeconds = 60

function whenItGoes(sendAt: string): string {
  const seconds = Math.ceil((Date.parse(sendAt) - Date.now()) / 1000)
  if (seconds > soonSeconds) return `is sent on ${new Date(sendAt).toUTCString()}`
  return seconds > 0 ? `is sent in ${seconds} s` : 'is being sent'
}
