import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import { asSession, type IdentityTx, inIdentity, type WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { admit, countCall, findBearer } from './admission.ts'
import { onceForKey } from './idempotency.ts'
import { networkOf } from './network.ts'
import type { App, Caller, Platform } from './platform.ts'

type Asked<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> }

export type Call<E extends Endpoint> = Asked<E> & {
  tx: WorkspaceTx
  caller: Caller & { workspaceId: string; domain: string }
  platform: Platform
  /** The entity tag the caller's change is bound to, or undefined. */
  ifMatch: string | undefined
  setEtag(tag: string): void
}

export type IdentityCall<E extends Endpoint> = Asked<E> & {
  tx: IdentityTx
  /** Who asks, where the endpoint is not for anyone. */
  caller: Caller
  platform: Platform
  network: string
  userAgent: string
}

/** A refusal that is returned, not thrown, keeps what was written: the end of a session, a counted try. */
type Answer<E extends Endpoint> = z.input<E['answer']> | Refusal

/** Serves one endpoint of the contract: one caller, one workspace, one transaction. */
export function serve<E extends Endpoint>(app: App, endpoint: E, handle: (call: Call<E>) => Promise<Answer<E>>) {
  route(app, endpoint, async (request, reply) => {
    const token = await findBearer(request, reply)
    countCall(request, reply, endpoint, token)
    if (!token) throw new Refusal('not-signed-in')
    return asSession(app.platform.app, token.sessionId, (transaction, entered) => {
      const caller = admit(request, endpoint.for, token, entered) as Call<E>['caller']
      const tx = transaction as WorkspaceTx
      const call = {
        ...asked<E>(request),
        tx,
        caller,
        platform: app.platform,
        ifMatch: request.headers['if-match'],
        setEtag: etag(reply),
      }
      return onceForKey({ tx, caller, request, reply }, () => handle(call))
    })
  })
}

/** Serves one endpoint before a workspace is known, under the role that may see accounts, sessions and codes. */
export function serveIdentity<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (call: IdentityCall<E>) => Promise<Answer<E>>,
) {
  const isOpen = endpoint.for.includes('anyone')
  route(app, endpoint, async (request, reply) => {
    const token = isOpen ? null : await findBearer(request, reply)
    countCall(request, reply, endpoint, token)
    const rest = {
      ...asked<E>(request),
      platform: app.platform,
      network: networkOf(request.ip),
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
    }
    if (isOpen) return inIdentity(app.platform.identity, (tx) => handle({ ...rest, tx, caller: undefined as never }))
    if (!token) throw new Refusal('not-signed-in')
    return asSession(app.platform.identity, token.sessionId, (transaction, entered) =>
      handle({ ...rest, tx: transaction as IdentityTx, caller: admit(request, endpoint.for, token, entered) }),
    )
  })
}

/** Serves an endpoint whose work is no single transaction: an upload or a stream. It gets its caller and does the rest. */
export function serveStream<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (call: {
    caller: Call<E>['caller']
    platform: Platform
    request: FastifyRequest
    reply: FastifyReply
  }) => Promise<unknown>,
) {
  route(app, endpoint, async (request, reply) => {
    const token = await findBearer(request, reply)
    countCall(request, reply, endpoint, token)
    if (!token) throw new Refusal('not-signed-in')
    const caller = await asSession(app.platform.app, token.sessionId, async (_, entered) =>
      admit(request, endpoint.for, token, entered),
    )
    return handle({ caller: caller as Call<E>['caller'], platform: app.platform, request, reply })
  })
}

function route(
  app: App,
  endpoint: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  const { method, path, params, query, body, answer, status = 200, summary, bodyLimit } = endpoint
  if (!endpoint.for?.length) throw new Error(`${method} ${path} does not say whom it is for`)
  const isOpen = endpoint.for.includes('anyone')
  app.endpoints.push(endpoint)
  app.route({
    method,
    url: path,
    ...(bodyLimit ? { bodyLimit } : {}),
    config: { endpoint },
    schema: {
      summary,
      description: `For: ${endpoint.for.join(', ')}.`,
      tags: [tagOf(path)],
      ...(isOpen ? {} : { security: [{ bearer: [] }] }),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { [status]: answer },
    },
    handler: async (request, reply) => {
      const answered = await handler(request, reply)
      if (answered instanceof Refusal) throw answered
      return reply.sent ? reply : reply.code(status).send(answered)
    },
  })
}

const tagOf = (path: string) => path.split('/')[path.startsWith('/api/v1/') ? 3 : 2]!

const asked = <E extends Endpoint>({ params, query, body }: FastifyRequest) =>
  ({ params, query, body }) as unknown as Asked<E>

const etag = (reply: FastifyReply) => (tag: string) => {
  reply.header('ETag', tag)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
