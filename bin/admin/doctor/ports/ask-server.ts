import { request } from 'node:http'
import type { Settings } from '#server/platform/settings/settings.ts'

const limitMs = 5_000

/** What the running server answers on its own port, or null where none answers. */
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

/** What `/healthz` answers, and no other program by chance. */
export const isHealthy = (answer: { status: number; body: string } | null) =>
  answer?.status === 200 && answer.body === '{"ok":true}'

/** Where a program on this machine finds what listens on an address, such as 0.0.0.0. */
export function reachableAt(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
