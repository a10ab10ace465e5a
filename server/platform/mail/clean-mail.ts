import type { CleanMail, MailBodies } from './parsing/clean-mail-here.ts'
import { mailWorkers } from './parsing/mail-workers.ts'

export type { CleanMail, MailBodies } from './parsing/clean-mail-here.ts'

/** Everything a message needs to be shown, made in the mail worker: split, sanitised, as HTML and as text. */
export const cleanMail = (bodies: MailBodies): Promise<CleanMail> => mailWorkers.run<CleanMail>('clean', bodies)
