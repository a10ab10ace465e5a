import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Founded } from './people.ts'
import { expect, type Site } from './story.ts'

type Letter = {
  from: string
  subject: string
  text: string
  html?: string
  to?: string
  cc?: string
  replyTo?: string
  headers?: Record<string, string>
  inReplyTo?: string
  references?: string
}

/** Mails a workspace as any mail program would. */
export async function mailIn(site: Site, { domain }: Founded, letter: Letter) {
  const transport = createTransport({ host: '127.0.0.1', port: site.smtpPort, ignoreTLS: true })
  await transport.sendMail({ to: `support@${domain}.startuptools.localhost`, ...letter })
  transport.close()
}

/** A ticket that the team wrote down for a customer; its subject is also the beginning of its text. */
export async function newTicket(site: Site, { token }: Founded, subject: string, more: object = {}) {
  const body = {
    subject,
    text: `${subject}: what the customer asked`,
    requester: { email: 'carl@customer.test', name: 'Carl Sagan' },
    ...more,
  }
  const { status, body: ticket } = await site.api('POST', '/api/v1/tickets', { token, body })
  expect(status).toBe(201)
  return ticket as { id: string; number: number; subject: string }
}

/**
 * Where an answer to the newest mail to somebody goes, so that it lands in the same conversation. Each story has addresses of
 * its own: what an address that proved nothing is told is little, whichever workspaces it writes to.
 */
export async function answerTo(site: Site, address: string) {
  const { replyTo, messageId } = await site.mailTo(address)
  return { to: /<(.+)>/.exec(replyTo)?.[1] ?? replyTo, inReplyTo: messageId, references: messageId }
}

/** What a mail server elsewhere says of the newest mail to somebody: there is no such address. */
export async function bounce(site: Site, recipient: string) {
  const { headers, messageId } = await site.mailTo(recipient)
  const raw = [
    'From: MAILER-DAEMON@relay.test',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${randomUUID()}@relay.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=B',
    '\r\n--B\r\nContent-Type: message/delivery-status\r\n',
    'Reporting-MTA: dns; relay.test\r\n',
    `Final-Recipient: rfc822; ${recipient}\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
    '--B\r\nContent-Type: text/rfc822-headers\r\n',
    `Message-ID: ${messageId}\r\n\r\n--B--\r\n`,
  ].join('\r\n')
  const transport = createTransport({ host: '127.0.0.1', port: site.smtpPort, ignoreTLS: true })
  await transport.sendMail({ envelope: { from: '', to: headers['return-path']!.slice(1, -1) }, raw })
  transport.close()
}
