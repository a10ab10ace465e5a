import { TaskFailed } from '#server/platform/process/task-failed.ts'
import type { MailAttachment, ParsedMail, RefusedMail } from './parsed-mail.ts'
import { type Lane, mailWorkers } from './workers/mail-workers.ts'

export type {
  MailAddress,
  MailAttachment,
  MailHeader,
  ParsedMail,
  RefusedMail,
} from './parsed-mail.ts'
export type { Lane } from './workers/mail-workers.ts'

/** For shutdown, after the jobs that use them. */
export const closeMailWorkers = async (): Promise<void> => {
  await Promise.all(Object.values(mailWorkers).map(({ close }) => close()))
}

/** Reads a raw mail in a worker thread. A mail that cannot be read is returned as a refusal with its reason. */
export async function parseMail(raw: Buffer, lane: Lane = 'asked'): Promise<ParsedMail | RefusedMail> {
  const bytes = new Uint8Array(raw)
  try {
    const mail = await mailWorkers[lane].run<ParsedMail | RefusedMail>('parse', bytes, [bytes.buffer])
    return 'refused' in mail ? mail : { ...mail, attachments: mail.attachments.map(asBuffer) }
  } catch (error) {
    if (error instanceof TaskFailed) return { refused: error.isTimeout ? 'timed-out' : 'unreadable' }
    throw error
  }
}

export const isRefused = (mail: ParsedMail | RefusedMail): mail is RefusedMail => 'refused' in mail

// A Buffer crosses threads as a plain byte array over the same memory.
function asBuffer(attachment: MailAttachment): MailAttachment {
  const { buffer, byteOffset, byteLength } = attachment.bytes as Uint8Array<ArrayBuffer>
  return { ...attachment, bytes: Buffer.from(buffer, byteOffset, byteLength) }
}
