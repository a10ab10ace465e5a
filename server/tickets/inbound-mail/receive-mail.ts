import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { comparedAddress } from '#contract/email-address.ts'
import { mailKey } from '#server/files/storage-keys.ts'
import { isSuspension } from '#server/platform/database/suspension.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { splitPlusAddress, verifyAddressToken, verifyReturnToken } from '#server/platform/mail/message-id.ts'
import {
  bytesOf,
  type ReceivedMail,
  readRawMail,
  readStart,
  relaxSmtpLimits,
  SmtpReply,
  smtpLimits,
  startSmtpListener,
} from '#server/platform/mail/smtp-listener.ts'
import { readCertificate, watchCertificate } from '#server/platform/mail/watch-certificate.ts'
import { type Arrived, checkSender } from '#server/platform/mail-authentication/check-sender.ts'
import { findOrigin } from '#server/platform/mail-authentication/find-origin.ts'
import { mayBeReport } from '#server/platform/mail-parsing/may-be-report.ts'
import type { MailHeader } from '#server/platform/mail-parsing/parse-mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { digestOf } from './content/identify-mail.ts'
import { listHeaders, messageIdIn, mostHeaderBytes, peekHeaders, peopleIn, subjectIn } from './content/peek-headers.ts'
import { queueDecision } from './decide-mail.ts'
import { insertReceived, type ReceivedRow } from './queries.ts'
import { countMail } from './senders/count-mail.ts'
import { findMailbox, type Mailbox, readMailbox, uncacheChangedMailboxes } from './senders/find-mailbox.ts'
import { findReplyAddress } from './senders/find-sender.ts'

/** Text of the SMTP refusal. The sending server shows it to the author of the mail. */
const noAnswer =
  'Nobody could answer this mail, since neither From nor Reply-To has an address like name@example.com. Quoted names, IP addresses and signs that nobody sees are not supported.'

export async function listenForMail(platform: Platform) {
  const { settings, log } = platform
  const files = settings.inboundTls
  const tls = files && (await readCertificate(files))
  const stopForgetting = uncacheChangedMailboxes(platform)
  const spoolFolder = join(settings.dataDir, 'spool')
  await rm(spoolFolder, { recursive: true, force: true })
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 })
  const listener = await startSmtpListener({
    spoolFolder,
    host: settings.inboundSmtpHost,
    port: settings.inboundSmtpPort,
    name: settings.inboundDomain,
    ...(tls ? { tls } : {}),
    limits: settings.limitFactor > 1 ? relaxSmtpLimits(smtpLimits) : smtpLimits,
    isKnownRecipient: (address) => counted(platform, () => isKnownRecipient(platform, address), { isLast: false }),
    store: (mail) => counted(platform, () => storeMail(platform, mail), { isLast: true }),
    log,
  })
  const stopWatching = files && tls && watchCertificate({ files, known: tls, renew: listener.renewCertificate, log })
  return {
    ...listener,
    close: () => {
      stopWatching?.()
      stopForgetting()
      return listener.close()
    },
  }
}

// Counts the result of an SMTP step. A mail counts as `taken` after it is stored. A recipient counts only if it is
// refused or deferred.
async function counted<T>({ mailsIn }: Platform, answer: () => Promise<T>, { isLast }: { isLast: boolean }) {
  try {
    const answered = await answer()
    if (isLast) mailsIn.taken += 1
    else if (answered === false) mailsIn.refused += 1
    return answered
  } catch (error) {
    mailsIn[error instanceof SmtpReply && error.responseCode >= 500 ? 'refused' : 'deferred'] += 1
    throw error
  }
}

export const isKnownRecipient = async (platform: Platform, address: string) =>
  (await findMailbox(platform, address).catch(deferSuspended)) !== null

// Asks the sending server to try again later if the workspace is suspended, because the workspace may be resumed within
// days.
function deferSuspended(error: unknown): never {
  if (isSuspension(error)) throw new SmtpReply(450, 'This workspace is suspended. Please try again later.')
  throw error
}

/**
 * Stores a mail for each workspace among its recipients. After the promise resolves, a crash does not lose the mail.
 */
export async function storeMail(platform: Platform, received: ReceivedMail) {
  // Changes a Unicode domain from the SMTP listener to ASCII. Delivery reports have an empty `envelopeFrom`.
  const mail = { ...received, envelopeFrom: comparedAddress(received.envelopeFrom) }
  const arrived = await readArrived(platform, mail)
  const headers = peekHeaders(arrived.headers)
  const { fromAddress, sender } = readSender(platform, mail, arrived.headers)
  const mailboxes = onePerWorkspace(platform, await findMailboxes(platform, mail.recipients))
  const bytes = bytesOf(mail.raw)
  // Large mails are read into memory only after the DNS queries of this check, which can take long.
  const authentication = await checkSender(platform.askDns, arrived)
  const network = networkFrom(arrived, mail)
  const origin = { network, proof: authentication }
  for (const { workspaceId } of mailboxes)
    countOrDefer(() => countMail(platform.limiter, workspaceId, origin, { sender, bytes }))
  const raw = await readRawMail(mail.raw)
  const rawDigest = await digestOf(raw)
  const rest = {
    rawDigest,
    dedupKey: messageIdIn(headers.get('message-id')) ?? rawDigest,
    envelopeFrom: mail.envelopeFrom.slice(0, 254),
    network,
    authentication: JSON.stringify(authentication),
    bytes,
    fromAddress: fromAddress.slice(0, 254),
    subject: subjectIn(headers.get('subject')),
  }
  await Promise.all(
    mailboxes.map(({ workspaceId, address }) =>
      storeFor(platform, workspaceId, { id: randomUUID(), address, ...rest }, raw),
    ),
  )
}

// Returns the sender. Refuses a mail that nobody could answer, so that its author is notified at once. Delivery reports
// are not refused.
function readSender({ settings }: Platform, { envelopeFrom }: ReceivedMail, headers: MailHeader[]) {
  const from = peopleIn(headers, 'from')[0] ?? peopleIn(headers, 'sender')[0] ?? null
  const answered = findReplyAddress({ from, replyTo: peopleIn(headers, 'reply-to') }, settings)
  const fromAddress = from?.address.toLowerCase() ?? envelopeFrom.toLowerCase()
  if (!answered && !mayBeReport(peekHeaders(headers), { from: fromAddress, envelopeFrom }))
    throw new SmtpReply(550, noAnswer)
  return { fromAddress, sender: answered?.address ?? fromAddress }
}

async function readArrived({ settings }: Platform, mail: ReceivedMail): Promise<Arrived> {
  const headers = listHeaders(await readStart(mail.raw, mostHeaderBytes))
  const received = headers.flatMap(({ name, value }) => (name === 'received' ? value : []))
  const { remoteAddress } = mail
  return { ...mail, headers, origin: findOrigin({ remoteAddress, received }, settings.trustedRelays) }
}

const findMailboxes = async (platform: Platform, recipients: string[]) => {
  const found = await Promise.all(recipients.map((address) => findMailbox(platform, address).catch(deferSuspended)))
  return found.filter((mailbox) => mailbox !== null)
}

// Chooses one address for each workspace, because a mail to several addresses of a workspace is stored once. Prefers an
// address with a signed token, then the address of a team.
function onePerWorkspace(platform: Platform, mailboxes: Mailbox[]): Mailbox[] {
  const rankOf = (mailbox: Mailbox) =>
    isSigned(platform, mailbox) ? 2 : readMailbox(platform.settings, mailbox.address)?.ofTeam ? 1 : 0
  const chosen = new Map<string, Mailbox>()
  for (const mailbox of mailboxes.toSorted((one, other) => rankOf(other) - rankOf(one)))
    if (!chosen.has(mailbox.workspaceId)) chosen.set(mailbox.workspaceId, mailbox)
  return [...chosen.values()]
}

function isSigned({ keys }: Platform, { workspaceId, address }: Mailbox): boolean {
  const { token } = splitPlusAddress(address)
  return (
    token !== null && [verifyAddressToken, verifyReturnToken].some((verify) => verify(keys.mail, workspaceId, token))
  )
}

/** Returns the network that the mail came from, or null if its headers name only our own relays. */
const networkFrom = ({ origin }: Arrived, { remoteAddress }: ReceivedMail) =>
  origin.handedOverBy && origin.address === remoteAddress ? null : networkOf(origin.address)

function countOrDefer(count: () => void) {
  try {
    count()
  } catch (error) {
    if (error instanceof Refusal) throw new SmtpReply(451, 'Too many mails in an hour. Please try again later.')
    throw error
  }
}

// Stores the bytes before the row, so that no row lacks its mail. If the transaction fails, the bytes stay, because the
// row may be committed although its confirmation was lost.
async function storeFor(platform: Platform, workspaceId: string, row: ReceivedRow, raw: Buffer) {
  const key = mailKey(workspaceId, row.id)
  await platform.storage.put(key, raw)
  const isFirst = await inWorkspace(platform.app, workspaceId, async (tx) => {
    const isFirst = await insertReceived(tx, row)
    if (isFirst) await queueDecision(tx, row)
    return isFirst
  })
  if (!isFirst) await platform.storage.remove(key)
}
