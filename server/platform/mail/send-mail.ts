import { needsSmtpUtf8 } from '#contract/email-address.ts'
import { offersSmtpUtf8 } from './connect-relay.ts'
import { explainFailure, type SendFailure, withoutSmtpUtf8 } from './explain-failure.ts'

export type { SendFailure } from './explain-failure.ts'

export type ComposedMail = { envelope: { from: string; to: string }; messageId: string; raw: Buffer }

type SendOutcome = { ok: true } | SendFailure

export type Mailer = {
  send(mail: ComposedMail): Promise<SendOutcome>
  close(): void
}

export type MailerOptions = {
  /** Null if no relay is set. All mails then go to the development mailbox. */
  smtpUrl: string | null
  deliverToDevelopmentMailbox(mail: ComposedMail): Promise<void>
}

const SECOND_MS = 1_000
const HOUR_S = 3_600

const timeouts = {
  dnsTimeout: 10 * SECOND_MS,
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 30 * SECOND_MS,
  socketTimeout: 120 * SECOND_MS,
}

const retrySchedules = {
  // Delays for mails with sign-in codes. The retries end early, because an expired code is useless and a late code
  // confuses the recipient.
  code: [15, 45, 120, 300],
  // The last delays are 8 hours each. All delays together take less than 72 hours.
  mail: [60, 300, 600, 1_200, 2_400, ...[1, 2, 4, 8, 8, 8, 8, 8, 8, 8].map((hours) => hours * HOUR_S)],
}

/** Returns the seconds to wait after a failed attempt (the first is 0), or null to give up. */
export function retryDelaySeconds(attempt: number, kind: keyof typeof retrySchedules): number | null {
  return retrySchedules[kind][attempt] ?? null
}

export function createMailer({ smtpUrl, deliverToDevelopmentMailbox }: MailerOptions): Mailer {
  if (smtpUrl === null) return { send: (mail) => deliverLocally(mail, deliverToDevelopmentMailbox), close() {} }
  let transport: ReturnType<typeof openTransport> | undefined
  return {
    send: async ({ envelope, raw }) => {
      transport ??= openTransport(smtpUrl)
      try {
        if (needsSmtpUtf8(envelope.to) && !(await offersSmtpUtf8(smtpUrl, timeouts))) return withoutSmtpUtf8
        await (await transport).sendMail({ envelope: { from: envelope.from, to: [envelope.to] }, raw })
        return { ok: true }
      } catch (error) {
        return explainFailure(error)
      }
    },
    // Ignores the error of a transport that could not be opened, because `send` already returned this error.
    close: () => void transport?.then((opened) => opened.close()).catch(() => {}),
  }
}

/** The failure is permanent, so that a copy of an installation does not send these mails later. */
const withheld: SendFailure = { ok: false, permanent: true, code: 'EWITHHELD', reason: { code: 'sending-off' } }

/**
 * Returns the mailer of a copy of an installation. This mailer sends nothing, but shows each mail in the development
 * mailbox if that mailbox exists.
 */
export const withholdMails = (show: ((mail: ComposedMail) => Promise<void>) | null): Mailer => ({
  async send(mail) {
    await show?.(mail).catch(() => {})
    return withheld
  },
  close() {},
})

/** Loads nodemailer at the first mail, because most processes send no mail. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 5,
    maxMessages: 100,
    // The queue retries by its own schedule. Retries by the pool could send a mail twice.
    maxRequeues: 0,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function deliverLocally(
  mail: ComposedMail,
  deliver: MailerOptions['deliverToDevelopmentMailbox'],
): Promise<SendOutcome> {
  try {
    await deliver(mail)
    return { ok: true }
  } catch {
    return { ok: false, permanent: false, code: 'EMAILBOX', reason: { code: 'development-mailbox-failed' } }
  }
}
