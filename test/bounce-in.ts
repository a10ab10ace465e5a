import { decisionsOn, rawMailIn } from '#test/mail-in.ts'
import { newMessageId } from '#test/mailed-ticket.ts'

export type Report = { of?: string; recipient: string; status?: string; action?: string; headers?: string[] }

/** Returns the return path of one of our mails. Only the recipient of the mail knows it. */
export const returnPathOf = ({ headers }: { headers: Record<string, string> }) => headers['return-path']!.slice(1, -1)

/** Simulates the bounce of another mail server. */
export async function bounceIn(
  to: string,
  { of, recipient, status = '5.1.1', action = 'failed', headers = [] }: Report,
) {
  const messageId = newMessageId()
  const report = [
    'From: MAILER-DAEMON@relay.example',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: ${messageId}`,
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=B',
    '\r\n--B\r\nContent-Type: message/delivery-status\r\n',
    'Reporting-MTA: dns; relay.example\r\n',
    `Final-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\nStatus: ${status}\r\n`,
    '--B\r\nContent-Type: text/rfc822-headers\r\n',
    `${of ? `Message-ID: ${of}` : 'Subject: Re: Lamp'}\r\n\r\n--B--\r\n`,
  ].join('\r\n')
  await rawMailIn(report, to, '')
  return (await decisionsOn(messageId))[0]!
}
