import { connect } from 'node:net'
import type { Malformed } from './malformed-request.ts'

export type Heard = { status: number; type: string; text: string } | 'closed' | 'silent'

const longestMs = 20_000

/** Sends the bytes of a request. Returns the answer, or `silent` or `closed` if no answer came. */
export function sendBytes(port: number, { bytes, isCutOff }: Malformed): Promise<Heard> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      if (isCutOff) setTimeout(() => socket.destroy(), 5)
    })
    socket.setTimeout(longestMs, () => {
      resolve('silent')
      socket.destroy()
    })
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      // Closes a stream of events, which would never end.
      if (/^content-type: text\/event-stream/im.test(String(chunk))) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(read(Buffer.concat(chunks).toString())))
  })
}

function read(answer: string): Heard {
  const [head = '', ...rest] = answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]
  if (!status) return 'closed'
  return { status: Number(status), type: /^content-type: (.*)$/im.exec(head)?.[1] ?? '', text: rest.join('\r\n\r\n') }
}
