import { randomUUID } from 'node:crypto'
import type { Command } from '#bin/admin/command.ts'
import { emailOf } from '#bin/admin/create-workspace.ts'
import { productName } from '#contract/texts.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { createMailer } from '#server/platform/mail/send-mail.ts'
import type { Settings } from '#server/settings.ts'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'

export const mailTest: Command = {
  name: 'mail test',
  takes: 'EMAIL',
  does: 'Sends a mail by the relay, and says what the relay answered',
  async run({ settings, words: [typed] }) {
    const to = emailOf(typed!)
    if (!settings.smtpUrl)
      throw new CannotStart(`There is no relay: SMTP_URL is not set, and mails are at ${settings.mailOrigin}/.`)
    const relay = new URL(settings.smtpUrl).host
    const mailer = createMailer({ smtpUrl: settings.smtpUrl, deliverToDevelopmentMailbox: async () => {} })
    const sent = await mailer.send(await compose(settings, to)).finally(mailer.close)
    if (!sent.ok)
      throw new CannotStart(`${relay} did not take a mail to ${to} (${sent.code}): ${describeDelivery(sent.reason)}`)
    return `${relay} took a mail from ${settings.mailFrom} to ${to}. Look whether it arrives, and not among unwanted mail.`
  },
}

async function compose({ mailFrom, rootDomain }: Settings, to: string) {
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
