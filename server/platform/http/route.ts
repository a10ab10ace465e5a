import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Audience, type Endpoint, takesWords } from '#contract/endpoint.ts'
import { describeConditions } from '#server/platform/description/catalog.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { identifyCaller } from './admission.ts'
import { answerPreflights } from './hosts/open-origins.ts'
import { readNothing } from './input/read-input.ts'
import { bodyRefusal, findDropping, hasUnreadBody, refuseCondition, unknownInputCheck } from './input/refuse-input.ts'
import { countedLimits } from './limits.ts'
import type { App } from './platform.ts'

/** Registers an endpoint. Throws if its declaration is incomplete. `role` is the database role of its calls. */
export function route(
  app: App,
  endpoint: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  role: 'app' | 'identity' = 'app',
) {
  const { method, path, params, query, body, answer, status = 200, mayCreate, summary, bodyLimit } = endpoint
  refuseUnsaid(endpoint)
  refuseDropping(endpoint)
  app.endpoints.push(endpoint)
  if (endpoint.isOpenToPages) answerPreflights(app, endpoint)
  app.route({
    method,
    url: path,
    ...(bodyLimit ? { bodyLimit } : {}),
    config: { endpoint, role },
    schema: {
      summary,
      description: describeConditions(endpoint),
      tags: [tagOf(path)],
      security: securityOf(endpoint),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { [status]: answer, ...(mayCreate && { 201: answer }) },
    },
    onRequest: identifyCaller,
    preValidation: body ? [readNothing, refuseUnasked(endpoint)] : refuseUnasked(endpoint),
    handler: async (request, reply) => {
      const answered = await handler(request, reply)
      if (answered instanceof Refusal) throw answered
      return reply.sent ? reply : reply.code(mayCreate ? reply.statusCode : status).send(answered)
    },
  })
}

const securityOf = ({ for: audiences, scope }: Endpoint): Record<string, string[]>[] => [
  ...(audiences.includes('visitor') || audiences.includes('anyone') ? [{}] : []),
  ...(audiences.some((audience) => sessions.has(audience)) ? [{ bearer: [] }] : []),
  ...[scope ?? []].flat().map((one) => ({ key: [one] })),
]

const sessions = new Set<Audience>(['account', 'team', 'admin', 'customer'])

function refuseUnasked(endpoint: Endpoint) {
  const refuse = unknownInputCheck(endpoint)
  return async (request: FastifyRequest) => {
    if (hasUnreadBody(request)) throw bodyRefusal()
    refuse(request)
    refuseCondition(endpoint, request)
  }
}

/** Refuses incomplete declarations that passed the type check by a cast. */
function refuseUnsaid({ method, path, ...said }: Partial<Endpoint>) {
  const missing = (what: string) => new Error(`${method} ${path} does not say ${what}`)
  if (!said.for?.length) throw missing('whom it is for')
  if (said.for.includes('key') && !said.scope) throw missing('which scope a key needs')
  if (method === 'GET') {
    if (takesWords(said) && said.counts !== 'search') throw missing('that it counts as a search')
    return
  }
  if (!said.counts || !(said.counts in countedLimits)) throw missing('what it counts')
  if (!said.needs) throw missing('what it demands')
}

/** Refuses schemas that drop unknown members, because callers would not notice their mistakes. */
function refuseDropping({ method, path, query, body }: Endpoint) {
  const dropping = findDropping(query, 'query') ?? findDropping(body, 'body')
  if (dropping) throw new Error(`${method} ${path} drops what it does not know of its ${dropping}: use z.strictObject`)
}

const tagOf = (path: string) => path.split('/')[path.startsWith('/api/v1/') ? 3 : 2]!

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    role?: 'app' | 'identity'
  }
}
