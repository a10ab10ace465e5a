import type { Endpoint } from '#contract/endpoint.ts'
import type { Attempt, InputOf } from '#contract/pages.ts'
import { sendWhenOnline } from '#web/lib/network/network.ts'

type Sending = {
  /** If a call is repeated with the same key, the server does nothing and returns the first answer. */
  idempotencyKey?: string
  /** Waits until the connection is back, instead of returning a problem. */
  waits?: boolean
  signal?: AbortSignal
  keepalive?: boolean
}
type AskOptions<E extends Endpoint> = InputOf<E> & Sending

type PathOf<E extends Endpoint> = string extends E['path'] ? never : E['path']

/**
 * Calls the API from the browser: `ask<typeof saveDraft>('PUT', '/api/v1/tickets/:id/draft', { params: { id }, body
 * })`. Uses only the type of the endpoint, because its value would add the schemas to the page weight. Returns a
 * problem if there is no connection.
 */
export async function ask<E extends Endpoint>(
  method: E['method'],
  path: PathOf<E>,
  ...[asked]: Partial<AskOptions<E>> extends AskOptions<E> ? [asked?: AskOptions<E>] : [asked: AskOptions<E>]
): Promise<Attempt<E>> {
  const { params, query, body, ...sending } = (asked ?? {}) as Sending & Input
  const response = await send(urlOf(path, { params, query }), method, body, sending)
  return response ? readAnswer<E>(response) : { problem: unreachable }
}

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

export function urlOf(path: string, { params = {}, query = {} }: Pick<Input, 'params' | 'query'>) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const known = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(known.map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `${filled}?${search}` : filled
}

function send(url: string, method: string, body: unknown, { waits, idempotencyKey, ...rest }: Sending) {
  // A repeated call needs a key, because the first call may have reached the server before the connection was lost.
  const key = idempotencyKey ?? (waits && method !== 'GET' ? randomKey() : undefined)
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
  }
  const sendOnce = () =>
    fetch(url, { ...rest, method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  const sent = waits ? sendWhenOnline(sendOnce, rest.signal) : sendOnce()
  return sent.catch((error: Error) => (error.name === 'AbortError' ? Promise.reject(error) : null))
}

async function readAnswer<E extends Endpoint>(response: Response): Promise<Attempt<E>> {
  const answered = await response.json().catch(() => null)
  if (response.ok && answered) return { answer: answered }
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined
  return { problem: { ...(answered ?? { ...unreachable, status: response.status }), retryAfterSeconds } }
}

const unreachable = {
  type: 'about:blank',
  title: 'Unreachable',
  status: 0,
  code: 'unreachable',
  detail: 'The server cannot be reached. Check your connection and try again.',
}

export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
