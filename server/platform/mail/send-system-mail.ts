import type { MailName } from '#contract/mails.ts'
import type { Platform, SystemMail } from '#server/platform/http/platform.ts'

/** Sends a mail of the product. Throws after a temporary failure, to run again. Ignores a permanent failure. */
export async function sendSystemMail<N extends MailName>(
  { composeSystemMail, mailer }: Pick<Platform, 'composeSystemMail' | 'mailer'>,
  mail: SystemMail<N>,
) {
  const sent = await mailer.send(await composeSystemMail(mail))
  if (!sent.ok && !sent.permanent) throw new Error(`The relay did not take the mail ${mail.template}`)
}
