import type { CleanMail, MailBodies } from './workers/clean-mail-here.ts'
import { type Lane, mailWorkers } from './workers/mail-workers.ts'

export type { CleanForward, CleanMail, MailBodies } from './workers/clean-mail-here.ts'

/** Splits and sanitises a message in a mail worker, as HTML and as text. */
export const cleanMail = (bodies: MailBodies, lane: Lane = 'asked'): Promise<CleanMail> =>
  mailWorkers[lane].run<CleanMail>('clean', bodies)
