import { request } from 'node:http'
import { connect } from 'node:net'
import type { Settings } from '#server/platform/settings/settings.ts'

const limitMs = 5_000

export function askServer({ host, port, metricsToken }: Settings, path: string) {
  const headers = metricsToken ? { authorization: `Bearer ${metricsToken}` } : {}
  return new Promise<{ status: number; body: string } | null>((resolve) => {
    const asking = request({ host: reachableAt(host), port, path, headers, timeout: limitMs }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body = (body + text).slice(0, 10_000)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', () => resolve(null))
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(null))
    asking.end()
  })
}

/** Whether an answer comes from `/healthz` of this product. No other program gives this answer by chance. */
export const isHealthy = (answer: { status: number; body: string } | null) =>
  answer?.status === 200 && /^\{"ok":true[,}]/.test(answer.body)

export function reachableAt(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

const greetingMs = 5_000

export function readGreeting(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: greetingMs })
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
