import type { CleanMail, MailBodies } from './workers/clean-mail-here.ts'
import { mailWorkers } from './workers/mail-workers.ts'

export type { CleanMail, MailBodies } from './workers/clean-mail-here.ts'

/** Splits and sanitises a message in the mail worker, as HTML and as text. */
export const cleanMail = (bodies: MailBodies): Promise<CleanMail> => mailWorkers.run<CleanMail>('clean', bodies)
