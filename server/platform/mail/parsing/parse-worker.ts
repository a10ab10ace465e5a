import { parentPort } from 'node:worker_threads'
import { cleanMailHere, type MailBodies } from './clean-mail-here.ts'
import { readMail } from './read-mail.ts'
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
  const buffers = 'refused' in mail ? [] : mail.attachments.map(({ bytes }) => bytes.buffer as ArrayBuffer)
  send({ ready: false, output: mail }, [...new Set(buffers)])
}

function send(message: WorkerMessage, transfer: ArrayBuffer[] = []) {
  parentPort!.postMessage(message, transfer)
}
