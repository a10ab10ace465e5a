import { connect } from 'node:net'

const limitMs = 5_000

/** The first line of a mail server. Fails with the code of the connection, or ETIMEDOUT without a line. */
export function readGreeting(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: limitMs })
    const end = (done: () => void) => {
      done()
      socket.destroy()
    }
    socket.once('data', (data) => end(() => resolve(String(data).split('\r\n')[0]!.slice(0, 200))))
    socket.once('timeout', () => end(() => reject(Object.assign(new Error('No greeting came'), { code: 'ETIMEDOUT' }))))
    socket.once('error', reject)
    socket.once('close', () => reject(Object.assign(new Error('It hung up'), { code: 'ECONNRESET' })))
  })
}
