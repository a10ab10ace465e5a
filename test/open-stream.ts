import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { app, settings } from '#test/world.ts'

/** Opens the live stream with a token and collects the received text. */
export async function openStream(token: string, headers: Record<string, string> = {}) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  let said = ''
  const listeners = new Set<() => void>()
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: '/api/v1/events',
    headers: { host: settings.apiHost, authorization: `Bearer ${token}`, ...headers },
  })
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject).end()
  })
  response.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
    for (const tell of listeners) tell()
  })
  const ended = new Promise<void>((resolve) => response.on('close', resolve))
  return {
    status: response.statusCode!,
    headers: response.headers,
    text: () => said,
    ended,
    /** Resolves when the received text matches `pattern`. */
    until: (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        const check = () => pattern.test(said) && resolve()
        listeners.add(check)
        check()
      }),
    close() {
      outgoing.destroy()
      return ended
    },
  }
}
