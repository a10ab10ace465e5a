import type { ParsedMail } from './parsed-mail.ts'
import type { ClassifyContext, MailClass } from './workers/classify-mail-here.ts'
import { type Lane, mailWorkers } from './workers/mail-workers.ts'

export type { MailClass } from './workers/classify-mail-here.ts'
export type { Bounce } from './workers/read-bounce.ts'

type Context = Omit<ClassifyContext, 'isOwn'> & { isOwnAddress(address: string): boolean }

/** Classifies a mail in a mail worker, because strangers wrote the searched text. */
export function classifyMail(
  { html: _html, attachments: _attachments, ...mail }: ParsedMail,
  { isOwnAddress, ...context }: Context,
  lane: Lane = 'asked',
): Promise<MailClass> {
  const isOwn = mail.from !== null && isOwnAddress(mail.from.address)
  return mailWorkers[lane].run<MailClass>('classify', { mail, context: { ...context, isOwn } })
}
