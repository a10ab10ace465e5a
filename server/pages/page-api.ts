import type { FastifyRequest, InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Attempt, InputOf, PageApi } from '#contract/pages.ts'
import { deviceCookie } from '#server/platform/http/credentials/device.ts'
import type { App } from '#server/platform/http/platform.ts'
import { tellProblem } from '#server/platform/http/problems.ts'
import { outageSeconds, Refusal } from '#server/platform/refusal.ts'
import type { PageReading } from './page-reading.ts'

type Once = { idempotencyKey?: string }
export type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object } & Once

/** Returns the API for pages. Reads use the page's snapshot if possible. Other calls use the HTTP routes. */
export function pageApi(app: App, request: FastifyRequest, accessToken: string | null, reading?: PageReading): PageApi {
  const attempt = async <E extends Endpoint>(endpoint: E, input: Input): Promise<Attempt<E>> => {
    const read = reading?.read(endpoint, input)?.then(
      (answer) => ({ answer }),
      (error) => ({ problem: tellProblem(error, request) }),
    )
    if (read) return read
    if (endpoint.method !== 'GET') await reading?.end()
    return attemptByRoute(app, request, accessToken, endpoint, input)
  }

  return {
    attempt: (endpoint, input, once) => attempt(endpoint, { ...partsOf(input), ...once }),
    async call(endpoint, input) {
      // Malformed path parameters get the same answer as unknown ids.
      const isNothing = endpoint.params?.safeParse(partsOf(input).params).error
      const { answer, problem } = isNothing
        ? { problem: tellProblem(new Refusal('not-found'), request) }
        : await attempt(endpoint, partsOf(input))
      if (problem)
        throw new Response(JSON.stringify(problem), {
          status: problem.status,
          headers: { 'Content-Type': 'application/problem+json' },
        })
      return answer
    },
  }
}

const partsOf = <E extends Endpoint>(input: InputOf<E>) => input as Input

async function attemptByRoute<E extends Endpoint>(
  app: App,
  request: FastifyRequest,
  accessToken: string | null,
  endpoint: E,
  input: Input,
): Promise<Attempt<E>> {
  const device = endpoint.for.includes('anyone') ? request.cookies[deviceCookie] : undefined
  const call: InjectOptions = {
    method: endpoint.method,
    url: urlOf(endpoint, input),
    remoteAddress: request.ip,
    headers: {
      host: request.host,
      'user-agent': request.headers['user-agent'] ?? '',
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
      ...(device ? { cookie: `${deviceCookie}=${device}` } : {}),
      ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
    },
    ...(input.body === undefined ? {} : { payload: input.body }),
  }
  const response = await app.inject(call).catch((error: { code?: string }) => {
    if (error.code === 'FST_ERR_REOPENED_CLOSE_SERVER')
      throw new Refusal('unavailable', { retryAfterSeconds: outageSeconds })
    throw error
  })
  request.newDevice ??= response.cookies.find(({ name }) => name === deviceCookie)?.value
  const answer = response.json()
  if (response.statusCode < 300) return { answer }
  const retryAfter = Number(response.headers['retry-after'])
  return { problem: { ...answer, ...(retryAfter ? { retryAfterSeconds: retryAfter } : {}) } }
}

function urlOf({ path }: Endpoint, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}
