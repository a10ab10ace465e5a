import { randomUUID } from 'node:crypto'
import { productName } from '#contract/texts.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { createMailer } from '#server/platform/mail/send-mail.ts'
import { type RelayFailure, type RelayStep, tryRelay } from '#server/platform/mail/try-relay.ts'
import { isLoopbackName, type Settings } from '#server/settings.ts'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { broken, doubtful, type Finding, isBroken, open, well } from './finding.ts'

/** Goes every step to the relay, and sends one mail by it where somebody is to get one. */
export async function examineRelay(settings: Settings, recipient: string | null): Promise<Finding[]> {
  const { isSending, hasDevelopmentMailbox, smtpUrl, mailOrigin, rootDomain } = settings
  const ofMailbox = `at ${mailOrigin}/, for this machine alone and not by a proxy`
  if (!isSending) {
    const place = hasDevelopmentMailbox ? `is ${ofMailbox}` : 'is kept nowhere'
    return [well(`What would be mailed ${place}.`), ...(recipient ? [await sendTestMail(settings, recipient)] : [])]
  }
  if (!smtpUrl) {
    const text = `There is no relay, and ${rootDomain} is a localhost name: mails are ${ofMailbox}.`
    return [well(text), ...(recipient ? [await sendTestMail(settings, recipient)] : [])]
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
  const signIn = isSignedIn ? 'takes the sign-in' : 'was not signed in to, since SMTP_URL names no user'
  if (isEncrypted) return well(`The relay ${host} answers, encrypts, and ${signIn}.`)
  const answers = `The relay ${host} answers and ${signIn}`
  if (isLoopbackName(hostname)) return well(`${answers}. Nothing is encrypted on the way, which stays on this machine.`)
  return doubtful(
    `${answers}, but nothing is encrypted: passwords and mails can be read on the way. Use a port that offers STARTTLS (usually 587), or smtps:// (usually 465).`,
  )
}

/** One sentence on what happened, one on what to do. */
function explainFailure(url: URL, failure: RelayFailure): string {
  const { host, hostname } = url
  const { code, answer } = failure
  const sentences: Record<RelayStep, () => string> = {
    name: () =>
      `The relay ${hostname} is not found (${code}). Check its name in SMTP_URL, and whether this machine finds other names.`,
    connection: () =>
      code === 'ECONNREFUSED'
        ? `The relay ${host} refuses the connection: nothing listens there. Check host and port in SMTP_URL; 587 is usual.`
        : `The relay ${host} can't be reached (${code}). Check host and port in SMTP_URL, and whether a firewall or your hosting provider blocks this port; many relays answer at 2525 too.`,
    greeting: () =>
      answer
        ? `The relay ${host} does not go on as a mail server does: “${answer}”. Check host and port in SMTP_URL.`
        : `The relay ${host} takes the connection and does not greet (${code}). A port that is encrypted from the first byte, usually 465, needs smtps:// in SMTP_URL.`,
    encryption: () => explainEncryption(url, failure),
    'sign-in': () => explainSignIn(url, failure),
  }
  return sentences[failure.step]()
}

function explainSignIn({ host }: URL, { answer, message }: RelayFailure): string {
  if (!answer)
    return `Nobody could be signed in at the relay ${host} (${message}). Write smtp://USER:PASSWORD@HOST:PORT in SMTP_URL.`
  // RFC 5321, section 4.2.2: it does not know the command, or not here.
  if (/^50[0-4]/.test(answer)) {
    return `The relay ${host} takes no sign-in here: “${answer}”. Leave user and password out of SMTP_URL, or use the port that takes them, usually 587.`
  }
  return `The relay ${host} refuses the sign-in: “${answer}”. Check user and password in SMTP_URL; letters such as @ : / # are written %40 %3A %2F %23 there.`
}

function explainEncryption({ host, protocol }: URL, { code, answer, message }: RelayFailure): string {
  if (answer) {
    return `The relay ${host} does not encrypt, which SMTP_URL demands: “${answer}”. Use a port that offers STARTTLS, usually 587.`
  }
  if (protocol === 'smtps:' && !/certificate|altname/i.test(`${code} ${message}`)) {
    return `The relay ${host} is not encrypted from the first byte, as smtps:// in SMTP_URL says (${code}). Write smtp://, which encrypts by STARTTLS.`
  }
  return `The certificate of the relay ${host} is not trusted (${code}: ${message.split(';')[0]}). Write the name of its certificate in SMTP_URL, or let the server know who issued it: NODE_EXTRA_CA_CERTS=/path/to/issuer.pem in its environment.`
}

/** What `mail test` does, too. */
export async function sendTestMail(settings: Settings, to: string): Promise<Finding> {
  const { isSending, smtpUrl, mailOrigin, mailFrom } = settings
  if (!isSending) return broken('SENDING is off, so no mail goes out: set it to on to try the relay.')
  if (!smtpUrl) return broken(`There is no relay: SMTP_URL is not set, and mails are at ${mailOrigin}/.`)
  const relay = new URL(smtpUrl).host
  const mailer = createMailer({ smtpUrl, deliverToDevelopmentMailbox: async () => {} })
  const sent = await mailer.send(await composeTestMail(settings, to)).finally(mailer.close)
  return sent.ok
    ? well(`${relay} took a mail from ${mailFrom} to ${to}. Look whether it arrives, and not among unwanted mail.`)
    : broken(`${relay} did not take a mail to ${to} (${sent.code}): ${describeDelivery(sent.reason)}`)
}

async function composeTestMail({ mailFrom, rootDomain }: Settings, to: string) {
  const messageId = `<${randomUUID()}@${mailFrom.slice(mailFrom.lastIndexOf('@') + 1)}>`
  const raw = await composeMail({
    from: { name: productName, address: mailFrom },
    to: [{ name: '', address: to }],
    subject: `Test mail of ${rootDomain}`,
    html: `<p>The operator of ${rootDomain} sent this mail to see whether mail arrives.</p>`,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  return { envelope: { from: mailFrom, to }, messageId, raw }
}
