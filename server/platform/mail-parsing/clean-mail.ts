import type { CleanMail, MailBodies } from './workers/clean-mail-here.ts'
import { mailWorkers } from './workers/mail-workers.ts'

export type { CleanMail, MailBodies } from './workers/clean-mail-here.ts'

/** Everything a message needs to be shown, made in the mail worker: split, sanitised, as HTML and as text. */
export const cleanMail = (bodies: MailBodies): Promise<CleanMail> => mailWorkers.run<CleanMail>('clean', bodies)
