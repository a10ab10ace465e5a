import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import type { InputOf } from '#contract/pages.ts'
import type { Problem } from '#contract/refusals.ts'
import { app, type Person, settings } from '#test/world.ts'

type TestAnswer<E extends Endpoint> = AnswerOf<E> & Partial<Omit<Problem, keyof AnswerOf<E>>>

/** Calls an endpoint with the token of a person. Returns the answer, or the problem of a refusal. */
export const as =
  (person: Person | null) =>
  async <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer<E>> =>
    (await ask(person, endpoint, input, headers)).json()

/** Calls an endpoint like `as`, but returns the whole response with status and headers. */
export function ask<E extends Endpoint>(
  person: Person | null,
  endpoint: E,
  input: InputOf<E>,
  headers: Record<string, string> = {},
) {
  const { params, query, body } = input as {
    params?: Record<string, unknown>
    query?: Record<string, string>
    body?: unknown
  }
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  return app.inject({
    method: endpoint.method,
    url,
    ...(query ? { query } : {}),
    headers: { host: settings.apiHost, ...(person ? { authorization: `Bearer ${person.token}` } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  })
}
