import { randomUUID } from 'node:crypto'
import type { Command } from '#bin/admin/command.ts'
import { emailOf } from '#bin/admin/create-workspace.ts'
import { productName } from '#contract/texts.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { type RelayFailure, type RelayStep, tryRelay } from '#server/platform/mail/connect-relay.ts'
import { createMailer } from '#server/platform/mail/send-mail.ts'
import { isLoopbackName, type Settings } from '#server/platform/settings/settings.ts'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { broken, doubtful, type Finding, isBroken, open, well } from './finding.ts'

export async function examineRelay(settings: Settings, recipient: string | null): Promise<Finding[]> {
  const { isSending, hasDevelopmentMailbox, smtpUrl, mailOrigin, rootDomain } = settings
  const mailbox = `The development mailbox shows all mails: ${mailOrigin}/, on this machine only and not through a proxy.`
  if (!isSending) {
    const text = hasDevelopmentMailbox ? `No mail is sent. ${mailbox}` : 'No mail is sent or kept.'
    return [well(text), ...(recipient ? [await sendTestMail(settings, recipient)] : [])]
  }
  if (!smtpUrl) {
    return [
      well(`${rootDomain} is a localhost name and there is no relay. ${mailbox}`),
      ...(recipient ? [await sendTestMail(settings, recipient)] : []),
    ]
  }
  const relay = await examineSteps(smtpUrl)
  if (!recipient) return [relay]
  if (isBroken(relay)) return [relay, open(`No mail was sent to ${recipient}, because the relay can't be used.`)]
  return [relay, await sendTestMail(settings, recipient)]
}

async function examineSteps(smtpUrl: string): Promise<Finding> {
  const { host, hostname } = new URL(smtpUrl)
  const { isEncrypted, isSignedIn, failure } = await tryRelay(smtpUrl)
  if (failure) return broken(explainFailure(new URL(smtpUrl), failure))
  const signIn = isSignedIn ? 'The sign-in works.' : 'No sign-in was tested, because SMTP_URL contains no user.'
  if (isEncrypted) return well(`The relay ${host} answers with encryption. ${signIn}`)
  const answers = `The relay ${host} answers without encryption. ${signIn}`
  if (isLoopbackName(hostname)) return well(`${answers} The connection does not leave this machine.`)
  return doubtful(
    `${answers} Others can read passwords and mails on the way. Use a port with STARTTLS (usually 587), or smtps:// (usually 465).`,
  )
}

function explainFailure(url: URL, failure: RelayFailure): string {
  const { host, hostname } = url
  const { code, answer } = failure
  const sentences: Record<RelayStep, () => string> = {
    name: () =>
      `The host name of the relay, ${hostname}, was not found (${code}). Check SMTP_URL and the DNS settings of this machine.`,
    connection: () =>
      code === 'ECONNREFUSED'
        ? `The relay ${host} refused the connection. Check the host and port in SMTP_URL. The usual port is 587.`
        : `The relay ${host} can't be reached (${code}). Check the host and port in SMTP_URL, and whether a firewall or your hosting provider blocks this port. Many relays also use port 2525.`,
    greeting: () =>
      answer
        ? `The relay ${host} sent an unexpected answer: “${answer}”. Check the host and port in SMTP_URL.`
        : `The relay ${host} accepted the connection but sent no greeting (${code}). If the port uses implicit TLS (usually 465), use smtps:// in SMTP_URL.`,
    encryption: () => explainEncryption(url, failure),
    'sign-in': () => explainSignIn(url, failure),
  }
  return sentences[failure.step]()
}

function explainSignIn({ host }: URL, { answer, message }: RelayFailure): string {
  if (!answer)
    return `The sign-in at the relay ${host} failed (${message}). Set SMTP_URL to smtp://USER:PASSWORD@HOST:PORT.`
  // Reply codes 500 to 504: the command is unknown or not available (RFC 5321, section 4.2.2).
  if (/^50[0-4]/.test(answer)) {
    return `The relay ${host} does not support sign-in on this port: “${answer}”. Remove the user and password from SMTP_URL, or use another port, usually 587.`
  }
  return `The relay ${host} rejected the sign-in: “${answer}”. Check the user and password in SMTP_URL. Write special characters such as @ : / # as %40 %3A %2F %23.`
}

function explainEncryption({ host, protocol }: URL, { code, answer, message }: RelayFailure): string {
  if (answer) {
    return `The relay ${host} does not support encryption, but SMTP_URL requires it: “${answer}”. Use a port with STARTTLS, usually 587.`
  }
  if (protocol === 'smtps:' && !/certificate|altname/i.test(`${code} ${message}`)) {
    return `The relay ${host} does not use implicit TLS, but SMTP_URL contains smtps:// (${code}). Use smtp://, which encrypts with STARTTLS.`
  }
  return `The certificate of the relay ${host} is not trusted (${code}: ${message.split(';')[0]}). Use the host name of the certificate in SMTP_URL, or trust its issuer: set NODE_EXTRA_CA_CERTS=/path/to/issuer.pem in the environment of the server.`
}

async function sendTestMail(settings: Settings, to: string): Promise<Finding> {
  const { isSending, smtpUrl, mailOrigin, mailFrom } = settings
  if (!isSending) return broken('SENDING is off, so no mail is sent. Set it to on to test the relay.')
  if (!smtpUrl)
    return broken(
      `There is no relay, because SMTP_URL is not set. The development mailbox shows all mails: ${mailOrigin}/.`,
    )
  const relay = new URL(smtpUrl).host
  const mailer = createMailer({ smtpUrl, deliverToDevelopmentMailbox: async () => {} })
  const sent = await mailer.send(await composeTestMail(settings, to)).finally(mailer.close)
  return sent.ok
    ? well(`${relay} accepted a mail from ${mailFrom} to ${to}. Check that it arrives and is not marked as spam.`)
    : broken(`${relay} did not accept a mail to ${to} (${sent.code}): ${describeDelivery(sent.reason)}`)
}

async function composeTestMail({ mailFrom, rootDomain }: Settings, to: string) {
  const messageId = `<${randomUUID()}@${mailFrom.slice(mailFrom.lastIndexOf('@') + 1)}>`
  const raw = await composeMail({
    from: { name: productName, address: mailFrom },
    to: [{ name: '', address: to }],
    subject: `Test mail of ${rootDomain}`,
    html: `<p>The operator of ${rootDomain} sent this mail to test whether mail arrives.</p>`,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  return { envelope: { from: mailFrom, to }, messageId, raw }
}

export const mailTest: Command = {
  name: 'mail test',
  takes: 'EMAIL',
  does: 'Sends a mail through the relay and prints the answer of the relay',
  async run({ settings, words: [typed] }) {
    const sent = await sendTestMail(settings, emailOf(typed!))
    if (isBroken(sent)) throw new CannotStart(sent.text)
    return sent.text
  },
}
