import { attachedAsItCame, noSubject, unreadableTexts } from '#contract/texts.ts'
import { findOrCreateCustomer } from '#server/customers/customer-accounts.ts'
import { fileKey, mailKey } from '#server/files/storage-keys.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { RefusedMail } from '#server/platform/mail/parse-mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { openTicket } from '#server/tickets/open-ticket.ts'
import { findSender, type Sender } from './find-sender.ts'
import { openFromMail } from './open-from-mail.ts'
import { fileIdOf, prepareContent } from './prepare-content.ts'
import {
  decideInbound,
  findInbound,
  findWorkspaceOfMail,
  type InboundMail,
  insertMailFiles,
  lockInbound,
} from './queries.ts'
import { type Facts, readFacts } from './read-facts.ts'

type Asking = { platform: Platform; tx: WorkspaceTx }

/** Makes a ticket of a suspended mail, whatever was said against it. What cannot be read comes as a file. */
export async function recoverMail({ platform, tx }: Asking, id: string): Promise<{ ticketId: string }> {
  const found = await findInbound(tx, id)
  if (!found || found.isPurged || found.state === 'received') throw new Refusal('mail-not-found')
  const mail = await lockInbound(tx, id, 'suspended')
  if (!mail) throw new Refusal('mail-not-suspended')
  const { domain } = await findWorkspaceOfMail(tx)
  const facts = await readFacts({ platform, workspaceId: tx.workspaceId, domain }, mail)
  const opened = 'refused' in facts ? await openUnread({ platform, tx }, mail, facts) : await openRead(tx, facts)
  await decideInbound(tx, id, {
    state: 'done',
    decision: { code: 'recovered' },
    evidence: [],
    ...opened,
  })
  return { ticketId: opened.ticketId }
}

async function openRead(tx: WorkspaceTx, facts: Facts) {
  const sender = findSender(facts) ?? unnamed(facts.mail)
  // Nobody is told that their suspended mail arrived, so it counts as automatic to whoever opens it.
  const quiet: Facts = { ...facts, about: { ...facts.about, kind: 'automatic' } }
  const { ticketId, messageId } = await openFromMail(tx, quiet, sender, await prepareContent(facts))
  return { ticketId: ticketId!, messageId: messageId! }
}

/** Some address has to stand on a ticket; nothing is ever mailed to a name below `.invalid`. */
function unnamed({ envelopeFrom, fromAddress }: InboundMail): Sender {
  const person = { name: '', address: (fromAddress || envelopeFrom || 'unknown@sender.invalid').toLowerCase() }
  return { ...person, from: person, forwarded: null }
}

async function openUnread({ platform, tx }: Asking, mail: InboundMail, { refused }: RefusedMail) {
  const sender = unnamed(mail)
  const file = {
    id: fileIdOf(mail.id, 0),
    name: 'mail.eml',
    mime: 'message/rfc822',
    bytes: mail.bytes,
    contentId: null,
    isInline: false,
  }
  await platform.storage.put(
    fileKey(tx.workspaceId, file.id),
    await platform.storage.read(mailKey(tx.workspaceId, mail.id)),
  )
  await insertMailFiles(tx, [file])
  const { id } = await findOrCreateCustomer(tx, { email: sender.address })
  const text = `${unreadableTexts[refused]} ${attachedAsItCame}`
  const { ticketId, messageId } = await openTicket(tx, {
    subject: mail.subject || noSubject,
    requesterId: id,
    author: { type: 'customer', id },
    channel: 'email',
    opening: { html: `<p>${text}</p>`, text, quotedText: null, attachmentIds: [file.id] },
    isAutomatic: true,
    cause: 'recovered',
  })
  return { ticketId, messageId }
}
