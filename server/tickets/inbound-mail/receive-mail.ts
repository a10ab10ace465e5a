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
import { findMailbox, forgetSuspended, type Mailbox } from './senders/find-mailbox.ts'
import { findAnswered } from './senders/find-sender.ts'

/** For whoever sent the mail, whose server passes it on to them. */
const noAnswer =
  'Nobody could answer this mail, since neither From nor Reply-To has an address like name@example.com. Quoted names, IP addresses and signs that nobody sees are not supported.'

/** Takes mail from the internet until closed. */
export async function listenForMail(platform: Platform) {
  const { settings, log } = platform
  const files = settings.inboundTls
  const tls = files && (await readCertificate(files))
  const stopForgetting = forgetSuspended(platform)
  // Large mails that a killed process was taking in are of no use.
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

/** Whoever is refused at a recipient offers no mail to it any more; it is taken only once it is stored. */
async function counted<T>(
  { mailsIn }: Platform,
  answer: () => Promise<T>,
  { isLast }: { isLast: boolean },
): Promise<T> {
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

/** Its sender tries again for days, in which the workspace may be resumed. */
function deferSuspended(error: unknown): never {
  if (isSuspension(error)) throw new SmtpReply(450, 'This workspace is suspended. Please try again later.')
  throw error
}

/** Keeps a mail for each workspace it is for; once this resolves it survives a crash, and is decided by a job. */
export async function storeMail(platform: Platform, received: ReceivedMail) {
  // The listener tells a domain of another script as people write it, and the null return path as nothing.
  const mail = { ...received, envelopeFrom: comparedAddress(received.envelopeFrom) }
  const arrived = await readArrived(platform, mail)
  const headers = peekHeaders(arrived.headers)
  const { fromAddress, sender } = readSender(platform, mail, arrived.headers)
  const mailboxes = onePerWorkspace(platform, await findMailboxes(platform, mail.recipients))
  const bytes = bytesOf(mail.raw)
  // A large mail lies in a file while the DNS is asked, and not in memory.
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

/** Who wrote a mail and who is to be answered. Where nobody could be, whoever sends it is told so instead of being kept waiting. */
function readSender({ settings }: Platform, { envelopeFrom }: ReceivedMail, headers: MailHeader[]) {
  const from = peopleIn(headers, 'from')[0] ?? peopleIn(headers, 'sender')[0] ?? null
  const answered = findAnswered({ from, replyTo: peopleIn(headers, 'reply-to') }, settings)
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

/** A mail to several addresses of a workspace is one; the address that we signed says most. */
function onePerWorkspace(platform: Platform, mailboxes: Mailbox[]): Mailbox[] {
  const chosen = new Map<string, Mailbox>()
  for (const mailbox of mailboxes) {
    const isNew = !chosen.has(mailbox.workspaceId)
    if (isNew || isSigned(platform, mailbox)) chosen.set(mailbox.workspaceId, mailbox)
  }
  return [...chosen.values()]
}

/** Anybody may write anything after a plus; a ticket, or a mail of ours, is what we signed. */
function isSigned({ keys }: Platform, { workspaceId, address }: Mailbox): boolean {
  const { token } = splitPlusAddress(address)
  return (
    token !== null && [verifyAddressToken, verifyReturnToken].some((verify) => verify(keys.mail, workspaceId, token))
  )
}

/** Where all that is known are servers of ours, they say nothing about whose mail it is. */
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

/**
 * The bytes first and the row after, so that no row ever lacks its mail. They stay when the database fails half-way,
 * for it may have kept the row.
 */
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
