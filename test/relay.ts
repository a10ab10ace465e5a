import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { createMailer } from '#server/platform/mail/send-mail.ts'
import { owner, platform } from '#test/world.ts'

export type RelayedMail = { from: string; recipient: string; isUtf8: boolean; raw: string }
type Refusal = { code: number; text: string } | null

/** Starts a mail relay until the test ends. Returns the list of accepted mails. */
export const openRelay = async (...told: Parameters<typeof openRelayOn>) => (await openRelayOn(...told)).taken

/** Like `openRelay`, but also returns the port. */
export async function openRelayOn(
  answer: (recipient: string) => Refusal = () => null,
  offered: { hideSMTPUTF8?: true } = {},
): Promise<{ taken: RelayedMail[]; port: number }> {
  const taken: RelayedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...offered,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipient = envelope.rcptTo[0]!.address
        const refusal = answer(recipient)
        if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        taken.push({ from, recipient, isUtf8: envelope.smtpUtf8 === true, raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const stop = mailBy(port)
  onTestFinished(async () => {
    stop()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return { taken, port }
}

/** Makes the mail relay unreachable until the test ends. */
export function loseRelay() {
  onTestFinished(mailBy(1))
}

/** Sends mails to `port` on this machine until the returned function is called. */
function mailBy(port: number): () => void {
  const before = platform.mailer
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, deliverToDevelopmentMailbox: async () => {} })
  platform.mailer = mailer
  return () => {
    mailer.close()
    platform.mailer = before
  }
}

/** Makes the next delivery tries to the customers of a ticket due now. */
export async function makeTriesDue(ticketId: string) {
  const { rows } = await owner.query(
    `update outgoing_mails set next_try_at = now()
     where ticket_id = $1 and state = 'retrying' and kind <> 'agent-notice' returning 'mail.send ' || id as key`,
    [ticketId],
  )
  const keys = rows.map(({ key }) => key)
  await owner.query('update graphile_worker._private_jobs set run_at = now() where key = any($1)', [keys])
}
