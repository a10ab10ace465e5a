import { Agent, request } from 'node:http'

export type Asking = {
  method: string
  path: string
  host?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}
export type HttpAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: unknown }
export type Http = ReturnType<typeof connectHttp>

/** Returns an HTTP client for the API that keeps its connections open. A request fails if its connection breaks. */
export function connectHttp(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    send: (asking: Asking) => send(agent, port, asking),
    close: () => agent.destroy(),
  }
}

function send(agent: Agent, port: number, { method, path, host, token, body, headers }: Asking): Promise<HttpAnswer> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: {
        host: host ?? 'api.startuptools.localhost',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
        ...headers,
      },
    }
    const outgoing = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = /json/.test(response.headers['content-type'] ?? '')
        resolve({ status: response.statusCode!, headers: response.headers, body: isJson ? JSON.parse(text) : text })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}
