import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { watchErrors } from './watch-errors.ts'

const reportPath = '/errors-of-the-page'
const nonce = 'error-watch'

/**
 * Starts a proxy between the browser and the product that collects the errors of pages, for a browser whose driver
 * reports none. The proxy adds a script to each page, which sends the errors to `reportPath`.
 */
export async function startErrorProxy(sitePort: number) {
  const errors: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { host, pathname, port } = new URL(incoming.url!, 'http://unknown')
    if (pathname === reportPath) return takeReport(incoming, outgoing, errors)
    // Refuses other requests of the browser itself. They go to the internet, which the sweep does not need.
    if (Number(port) !== sitePort) return outgoing.writeHead(502).end()
    pass(incoming, outgoing, { host, sitePort, errors })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** Returns and removes the errors collected until now. */
    takeErrors: () => errors.splice(0),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Passage = { host: string; sitePort: number; errors: string[] }

function pass(incoming: IncomingMessage, outgoing: ServerResponse, { host, sitePort, errors }: Passage) {
  const { pathname, search } = new URL(incoming.url!)
  // Requests pages without compression, so that the script can be added.
  const { 'proxy-connection': _, 'accept-encoding': __, ...kept } = incoming.headers
  const inner = request(
    { host: '127.0.0.1', port: sitePort, method: incoming.method, path: pathname + search, headers: { ...kept, host } },
    (answer) => {
      const { statusCode = 502, headers } = answer
      if (statusCode >= 500) errors.push(`${incoming.method} ${pathname} was answered ${statusCode}`)
      if (headers['content-type']?.startsWith('text/html')) return sendWithWatch(answer, outgoing)
      outgoing.writeHead(statusCode, headers).flushHeaders()
      answer.pipe(outgoing)
    },
  )
  inner.on('error', () => outgoing.destroy())
  outgoing.on('close', () => inner.destroy())
  incoming.pipe(inner)
}

async function sendWithWatch(answer: IncomingMessage, outgoing: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const { 'content-length': _, etag: __, 'content-security-policy': policy = '', ...headers } = answer.headers
  const own = { 'cache-control': 'no-store', 'content-security-policy': withNonce(String(policy)) }
  const script = `<script nonce="${nonce}">(${watchErrors})((text) => navigator.sendBeacon('${reportPath}', text))</script>`
  outgoing.writeHead(answer.statusCode!, { ...headers, ...own })
  outgoing.end(
    Buffer.concat(chunks)
      .toString()
      .replace(/<head[^>]*>/, (head) => head + script),
  )
}

/** Allows the script of the proxy in the policy of the page. */
const withNonce = (policy: string) => policy.replace('script-src ', `script-src 'nonce-${nonce}' `)

async function takeReport(incoming: IncomingMessage, outgoing: ServerResponse, errors: string[]) {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  errors.push(Buffer.concat(chunks).toString())
  outgoing.writeHead(204).end()
}
