import type { MailName } from '#contract/mails.ts'
import type { Platform, SystemMail } from '#server/platform/http/platform.ts'

/**
 * Sends a mail of the product. After a temporary failure it throws, so that the job runs again; a permanent failure is
 * ignored.
 */
export async function sendSystemMail<N extends MailName>(
  { composeSystemMail, mailer }: Pick<Platform, 'composeSystemMail' | 'mailer'>,
  mail: SystemMail<N>,
) {
  const sent = await mailer.send(await composeSystemMail(mail))
  if (!sent.ok && !sent.permanent) throw new Error(`The relay did not take the mail ${mail.template}`)
}
