import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Attempt } from '#contract/pages.ts'

type Options<E extends Endpoint> = {
  body?: E['body'] extends z.ZodType ? z.input<E['body']> : never
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Sends it even while the page is being left. */
  keepalive?: boolean
}

/**
 * Calls the API from the browser, for what happens while a page stays as it is: `ask<typeof saveDraft>('PUT', …)`.
 * Contract types only: a value would bring the schemas into the page. No connection comes back as a problem, too.
 */
export async function ask<E extends Endpoint>(
  method: E['method'],
  path: string,
  { body, headers, ...rest }: Options<E> = {},
): Promise<Attempt<E>> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(path, {
    ...rest,
    method,
    body: json,
    headers: { ...headers, ...(json !== undefined && { 'Content-Type': 'application/json' }) },
  }).catch((error: Error) => (error.name === 'AbortError' ? Promise.reject(error) : null))
  return response ? readAnswer<E>(response) : { problem: unreachable }
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
