import { parentPort } from 'node:worker_threads'
import { readMail } from '#server/platform/mail-parsing/mime/read-mail.ts'
import { cleanMailHere, type MailBodies } from './clean-mail-here.ts'
import type { WorkerMessage } from './worker-pool.ts'

type Task = { name: 'parse'; input: Uint8Array } | { name: 'clean'; input: MailBodies }

parentPort!.on('message', (task: Task) => {
  answer(task).catch((error: Error) => send({ ready: false, error: error.message }))
})
send({ ready: true })

async function answer(task: Task) {
  if (task.name === 'clean') {
    send({ ready: false, output: cleanMailHere(task.input) })
    return
  }
  const mail = await readMail(Buffer.from(task.input.buffer, task.input.byteOffset, task.input.byteLength))
  if ('refused' in mail) {
    send({ ready: false, output: mail })
    return
  }
  const attachments = mail.attachments.map((attachment) => ({ ...attachment, bytes: ownBytes(attachment.bytes) }))
  const memory = attachments.map(({ bytes }) => bytes.buffer)
  send({ ready: false, output: { ...mail, attachments } }, memory)
}

/** Small buffers share their memory with others and cannot move to another thread. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

function send(message: WorkerMessage, transfer: ArrayBuffer[] = []) {
  parentPort!.postMessage(message, transfer)
}
