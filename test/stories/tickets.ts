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
  messageId?: string
  attachments?: { filename: string; content: string }[]
  inReplyTo?: string
  references?: string
}

/** Mails a workspace as any mail program would. */
export async function mailIn(site: Site, { domain }: Founded, letter: Letter) {
  const transport = createTransport({ host: '127.0.0.1', port: site.smtpPort, ignoreTLS: true })
  await transport.sendMail({ to: `support@${domain}.startuptools.localhost`, ...letter })
  transport.close()
}

/** Creates a ticket for a customer as the team. */
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
 * Returns the headers of a reply to the newest mail to `address`, so that the reply joins the same conversation. Each
 * story needs its own addresses, because the server limits mails to unverified addresses across all workspaces.
 */
export async function answerTo(site: Site, address: string) {
  const { replyTo, messageId } = await site.mailTo(address)
  return { to: /<(.+)>/.exec(replyTo)?.[1] ?? replyTo, inReplyTo: messageId, references: messageId }
}

/** Sends a bounce of the newest mail to `recipient`. The bounce says that the address does not exist. */
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
