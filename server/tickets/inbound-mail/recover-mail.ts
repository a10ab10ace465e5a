import { readEmailAddress } from '#contract/email-address.ts'
import { attachedAsItCame, noSubject, unreadableTexts } from '#contract/texts.ts'
import type { MailEvidence } from '#contract/tickets/mail-decisions.ts'
import { addMailFiles } from '#server/files/keep-file.ts'
import { fileKey, mailKey } from '#server/files/storage-keys.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { InTransaction } from '#server/platform/http/serve.ts'
import type { RefusedMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { markUsedId } from '#server/tickets/conversation/messages/add-customer-message.ts'
import { openTicket } from '#server/tickets/conversation/openings/open-ticket.ts'
import { findOrCreateCustomer, markWritten, unknownSenderOf } from '#server/workspace/customers/customer-accounts.ts'
import { fileIdOf } from './content/mail-text.ts'
import { type MailContent, prepareContent } from './content/prepare-content.ts'
import { findPlace, type MailFacts, type MailPlace, readFacts } from './content/read-facts.ts'
import { openFromMail } from './open-from-mail.ts'
import { findInbound, type InboundMail, isIdUsed, lockInbound } from './queries.ts'
import { findTeamOfMail } from './senders/find-mailbox.ts'
import { findSender, type Sender } from './senders/find-sender.ts'
import { settleMail } from './settle-mail.ts'

type Call = { platform: Platform; inTransaction: InTransaction }

/**
 * Creates a ticket from a suspended mail. A mail that cannot be read is attached as a file. Parsing takes long, so it
 * is done between two transactions. Of two simultaneous calls, one succeeds.
 */
export async function recoverMail({ platform, inTransaction }: Call, id: string) {
  const { mail, place } = await inTransaction(async (tx) => {
    const mail = await findSuspended(tx, id)
    return { mail, place: await findPlace(tx, platform, mail) }
  })
  const read = await readContent(place, mail)
  return inTransaction(async (tx) => {
    if (!(await lockInbound(tx, id, 'suspended'))) throw new Refusal('mail-not-suspended')
    const opened = 'content' in read ? await openRead(tx, read) : await openUnread(tx, platform, mail, read)
    const usedId: MailEvidence[] = (await isIdUsed(tx, mail)) ? [{ code: 'message-id-used-before' }] : []
    if (usedId.length > 0) await markUsedId(tx, opened.messageId)
    await settleMail(tx, id, { state: 'done', decision: { code: 'recovered' }, evidence: usedId, ...opened })
    return { ticketId: opened.ticketId }
  })
}

async function findSuspended(tx: WorkspaceTx, id: string): Promise<InboundMail> {
  const found = await findInbound(tx, id)
  if (!found || found.isPurged || found.state === 'received') throw new Refusal('mail-not-found')
  if (found.state !== 'suspended') throw new Refusal('mail-not-suspended')
  return found
}

type Read = { facts: MailFacts; content: MailContent }

async function readContent(place: MailPlace, mail: InboundMail): Promise<Read | RefusedMail> {
  const facts = await readFacts(place, mail, 'asked')
  const read = 'refused' in facts ? facts : await readBody(facts)
  if (!('refused' in read)) return read
  const { platform, workspaceId } = place
  const raw = await platform.storage.read(mailKey(workspaceId, mail.id))
  await platform.storage.put(fileKey(workspaceId, fileIdOf(mail.id, 0)), raw)
  return read
}

async function readBody(facts: MailFacts): Promise<Read | RefusedMail> {
  try {
    return { facts, content: await prepareContent(facts) }
  } catch (error) {
    if (error instanceof TaskFailed) return { refused: error.isTimeout ? 'timed-out' : 'unreadable' }
    throw error
  }
}

async function openRead(tx: WorkspaceTx, { facts, content }: Read) {
  const sender = findSender(facts) ?? unnamed(facts.mail)
  // The kind `automatic` prevents a confirmation mail to the sender of the recovered mail.
  const quiet: MailFacts = { ...facts, about: { ...facts.about, kind: 'automatic' } }
  const { ticketId, messageId, subject } = await openFromMail(tx, quiet, sender, content)
  if (facts.about.kind === 'normal' && facts.trust === 'aligned') await markWritten(tx, sender.from.address)
  return { ticketId: ticketId!, messageId: messageId!, ...(subject !== undefined && { subject }) }
}

// Returns a sender for a mail without From address: the envelope sender or a placeholder. A ticket needs a requester.
function unnamed({ id, envelopeFrom, fromAddress }: InboundMail): Sender {
  const address = readEmailAddress(fromAddress) ?? readEmailAddress(envelopeFrom) ?? unknownSenderOf(id)
  const person = { name: '', address }
  return { ...person, from: person }
}

async function openUnread(tx: WorkspaceTx, { settings }: Platform, mail: InboundMail, { refused }: RefusedMail) {
  const about = { name: 'mail.eml', mime: 'message/rfc822', contentId: null, isInline: false }
  const file = { id: fileIdOf(mail.id, 0), bytes: mail.bytes, ...about }
  await addMailFiles(tx, [file])
  const { id } = await findOrCreateCustomer(tx, { email: unnamed(mail).address })
  const text = `${unreadableTexts[refused]} ${attachedAsItCame}`
  const { ticketId, messageId } = await openTicket(tx, {
    subject: mail.subject || noSubject,
    teamId: await findTeamOfMail(tx, settings, mail.address),
    requesterId: id,
    author: { type: 'customer', id },
    channel: 'email',
    opening: { html: `<p>${text}</p>`, text, quotedText: null, attachmentIds: [file.id] },
    isAutomatic: true,
    isAcknowledged: false,
    cause: 'recovered',
  })
  return { ticketId, messageId }
}
