import type { ComposedMail, Mailer, SendFailure } from './send-mail.ts'

/** For good: what a copy would have sent does not go out once it may send. */
const withheld: SendFailure = { ok: false, permanent: true, code: 'EWITHHELD', reason: { code: 'sending-off' } }

/** In the place of a relay, for a copy of an installation. A mail is shown where there is a development mailbox, and goes nowhere. */
export const withholdMails = (show: ((mail: ComposedMail) => Promise<void>) | null): Mailer => ({
  async send(mail) {
    await show?.(mail).catch(() => {})
    return withheld
  },
  close() {},
})
