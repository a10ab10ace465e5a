import type { Settings } from '#server/platform/settings/settings.ts'
import type { Letter } from './inbox-page.ts'

/** Sends a mail through the SMTP listener, like anybody on the internet. Returns a sentence about the result. */
export async function sendLetter(
  { inboundSmtpPort, isSending }: Settings,
  { to, from, subject, text }: Letter,
): Promise<string> {
  if (!isSending) return 'The mail was not accepted: SENDING is off, so this copy accepts no mail.'
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: '127.0.0.1',
    port: inboundSmtpPort,
    ignoreTLS: true,
    connectionTimeout: 5000,
  })
  try {
    await transport.sendMail({ to, from, subject, text, disableFileAccess: true, disableUrlAccess: true })
    return `The mail to ${to} was accepted.`
  } catch (error) {
    const { response, message } = error as Error & { response?: string }
    return `The mail was not accepted: ${response ?? message}`
  } finally {
    transport.close()
  }
}
