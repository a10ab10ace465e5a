import { createTransport, type SendMailOptions } from 'nodemailer'
import type { MailDecision, MailEvidence } from '#contract/tickets/mail-decisions.ts'
import { listenForMail, storeMail } from '#server/tickets/inbound-mail/receive-mail.ts'
import { owner, platform, runJobs, settings, type World } from '#test/world.ts'

const listener = await listenForMail({ ...platform, settings: { ...settings, inboundSmtpPort: 0 } })
const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true, pool: true })

export const supportOf = ({ domain }: Pick<World, 'domain'>) => `support@${domain}.${settings.inboundDomain}`

/** Sends a mail as anybody's mail program does, to the real listener. */
export const sendMail = (mail: SendMailOptions) => transport.sendMail(mail)

/** Sends a mail and runs the jobs that follow. */
export async function mailIn(mail: SendMailOptions) {
  await sendMail(mail)
  await runJobs()
}

/** Sends raw bytes as a mail, for example a malformed mail. */
export const rawMailIn = (raw: string | Buffer, to: string, from = 'somebody@example.org') =>
  mailIn({ envelope: { from, to }, raw })

export type Decided = {
  state: string
  decision: MailDecision
  evidence: MailEvidence[]
  ticketId: string | null
  messageId: string | null
  id: string
}

/** Returns the decisions about the mails with a Message-ID. */
export async function decisionsOn(messageId: string): Promise<Decided[]> {
  const { rows } = await owner.query<Decided>(
    `select id, state, decision, evidence, ticket_id as "ticketId", message_id as "messageId"
     from inbound_mails where dedup_key = $1 order by received_at, id`,
    [messageId],
  )
  return rows
}

export async function ticketOf(messageId: string): Promise<string> {
  const [decided] = await decisionsOn(messageId)
  return decided!.ticketId!
}

type Delivered = { from: string; to: string; raw: string | Buffer; address?: string; helo?: string }

/** Stores a mail as if another server had sent it, because tests cannot connect from another address. */
export async function mailFromOutside({
  from,
  to,
  raw,
  address = '198.51.100.25',
  helo = 'mx.sender.test',
}: Delivered) {
  await storeMail(platform, {
    envelopeFrom: from,
    recipients: [to],
    remoteAddress: address,
    heloName: helo,
    secure: false,
    raw: Buffer.from(raw),
  })
  await runJobs()
}

/** Returns the header in which our relay reports that the DMARC check of the sender passed (RFC 8601). */
export const vouchedFor = (from: string) => ({
  'Authentication-Results': `relay.test; dmarc=pass header.from=${from.slice(from.indexOf('@') + 1)}`,
})
