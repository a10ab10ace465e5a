import { TaskFailed } from '#server/platform/process/task-failed.ts'
import type { MailAttachment, ParsedMail, RefusedMail } from './parsed-mail.ts'
import type { ClassifyContext, MailClass } from './workers/classify-mail-here.ts'
import type { CleanMail, MailBodies } from './workers/clean-mail-here.ts'
import { createWorkerPool } from './workers/worker-pool.ts'

export type {
  MailAddress,
  MailAttachment,
  MailHeader,
  ParsedMail,
  RefusedMail,
} from './parsed-mail.ts'
export type { MailClass } from './workers/classify-mail-here.ts'
export type { CleanForward, CleanMail, MailBodies } from './workers/clean-mail-here.ts'
export type { Bounce } from './workers/read-bounce.ts'

/** Ends the mail workers. Call it only after the jobs that use the workers have stopped. */
export const closeMailWorkers = async (): Promise<void> => {
  await Promise.all(Object.values(mailWorkers).map(({ close }) => close()))
}

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

// A Buffer arrives from a worker as a plain Uint8Array. The new Buffer shares its memory.
function asBuffer(attachment: MailAttachment): MailAttachment {
  const { buffer, byteOffset, byteLength } = attachment.bytes
  return { ...attachment, bytes: Buffer.from(buffer, byteOffset, byteLength) }
}

type Context = Omit<ClassifyContext, 'isOwn'> & { isOwnAddress(address: string): boolean }

export function classifyMail(
  { html: _html, attachments: _attachments, ...mail }: ParsedMail,
  { isOwnAddress, ...context }: Context,
  lane: Lane = 'asked',
): Promise<MailClass> {
  const isOwn = mail.from !== null && isOwnAddress(mail.from.address)
  return mailWorkers[lane].run<MailClass>('classify', { mail, context: { ...context, isOwn } })
}

export const cleanMail = (bodies: MailBodies, lane: Lane = 'asked'): Promise<CleanMail> =>
  mailWorkers[lane].run<CleanMail>('clean', bodies)

/** `quick`: ordinary mails. `slow`: large or slow mails. `asked`: mails that a person waits for. */
export type Lane = 'quick' | 'slow' | 'asked'

const kind = { script: new URL('./workers/parse-worker.ts', import.meta.url), memoryMb: 256 }

export const mailWorkers = {
  quick: createWorkerPool({ ...kind, workers: 2, timeLimitMs: 500 }),
  slow: createWorkerPool({ ...kind, workers: 1, timeLimitMs: 5_000 }),
  asked: createWorkerPool({ ...kind, workers: 1, timeLimitMs: 5_000 }),
} satisfies Record<Lane, unknown>
