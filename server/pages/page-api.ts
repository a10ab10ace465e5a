import type { FastifyRequest, InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Attempt, InputOf, PageApi } from '#contract/pages.ts'
import type { App } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Calls the API in process: the same routes, the same wall, as the person whose page it is. */
export function pageApi(app: App, request: FastifyRequest, accessToken: string | null): PageApi {
  // A page that is asked for while the server stops is told to come back.
  const inject = (options: InjectOptions) =>
    app.inject(options).catch((error: { code?: string }) => {
      if (error.code === 'FST_ERR_REOPENED_CLOSE_SERVER') throw new Refusal('unavailable', { retryAfterSeconds: 2 })
      throw error
    })

  const attempt = async <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Attempt<E>> => {
    const response = await inject({
      method: endpoint.method,
      url: urlOf(endpoint, input as Input),
      remoteAddress: request.ip,
      headers: {
        host: request.host,
        'user-agent': request.headers['user-agent'] ?? '',
        ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
      },
      ...((input as Input).body === undefined ? {} : { payload: (input as Input).body as object }),
    })
    const answered = response.json()
    if (response.statusCode < 300) return { answer: answered }
    const retryAfter = Number(response.headers['retry-after'])
    return { problem: { ...answered, ...(retryAfter ? { retryAfterSeconds: retryAfter } : {}) } }
  }

  return {
    attempt,
    async call(endpoint, input) {
      const { answer, problem } = await attempt(endpoint, input)
      if (problem)
        throw new Response(JSON.stringify(problem), {
          status: problem.status,
          headers: { 'Content-Type': 'application/problem+json' },
        })
      return answer
    },
  }
}

function urlOf({ path }: Endpoint, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}
