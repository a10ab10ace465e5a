import { parentPort } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { readMail } from '#server/platform/mail-parsing/mime/read-mail.ts'
import { type ClassifyContext, classifyMailHere, type MailWords } from './classify-mail-here.ts'
import { cleanMailHere, type MailBodies } from './clean-mail-here.ts'
import type { WorkerTask } from './worker-pool.ts'

export async function parse({ id, input }: WorkerTask<Uint8Array>) {
  parentPort!.postMessage(id)
  const mail = await readMail(Buffer.from(input.buffer, input.byteOffset, input.byteLength))
  if ('refused' in mail) return mail
  const attachments = mail.attachments.map((attachment) => ({ ...attachment, bytes: ownBytes(attachment.bytes) }))
  const memory = attachments.map(({ bytes }) => bytes.buffer)
  return move({ [transferableSymbol]: memory, [valueSymbol]: { ...mail, attachments } })
}

export function clean({ id, input }: WorkerTask<MailBodies>) {
  parentPort!.postMessage(id)
  return cleanMailHere(input)
}

export function classify({ id, input: { mail, context } }: WorkerTask<{ mail: MailWords; context: ClassifyContext }>) {
  parentPort!.postMessage(id)
  return classifyMailHere(mail, context)
}

export const wake = () => {}

/** Returns bytes whose memory can move to another thread. Small buffers share memory, so they are copied. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(bytes)
}
