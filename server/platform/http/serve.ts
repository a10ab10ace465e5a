import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import {
  type IdentityTx,
  inIdentity,
  inWorkspace,
  type TransactionOptions,
  type WorkspaceTx,
} from '#server/platform/database.ts'
import { admitCachedKey } from '#server/platform/fast-reads/key-cache.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { doorOf } from './admission.ts'
import type { Caller, CallerOf } from './caller.ts'
import { deviceOf, giveDevice } from './credentials/device.ts'
import { claimKey, giveUpKey, onceForKey, readIdempotencyKey, repeatAnswer, settleKey } from './idempotency.ts'
import { bindCursors } from './input/bind-cursor.ts'
import { parseInput } from './input/read-input.ts'
import { networkOf } from './network.ts'
import { type App, callName, type InProcess, type Platform } from './platform.ts'
import { route } from './route.ts'

export type Input<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> }
export type Admitted<E extends Endpoint> = Input<E> & { caller: CallerOf<E>; platform: Platform }

export type Call<E extends Endpoint> = Admitted<E> & {
  tx: WorkspaceTx
  ifMatch: string | undefined
  setEtag(tag: string): void
  setCreated(): void
}

// The result of a handler. A returned refusal commits the transaction, for example to keep a counted attempt. A thrown
// refusal rolls it back.
type Answering<E extends Endpoint> =
  | Promise<z.input<E['answer']> | Refusal>
  | (Record<string, never> extends z.input<E['answer']> ? Promise<void> : never)

/** A queue for expensive calls, so that a caller cannot use all database connections. */
export type Turns<E extends Endpoint> = {
  isNeeded(input: Input<E>): boolean
  /** Runs the work in its turn. `holdsConnection`: the call of a page holds a database connection meanwhile. */
  take<T>(call: Admitted<E>, work: () => Promise<T>, options: { holdsConnection: boolean }): Promise<T>
}

/**
 * Serves an endpoint in one transaction. Slow work without the database belongs in `prepare`. `isWriting` tells whether
 * a call writes; by default all except GET do. After a deadlock `handle` runs again, so it must have no effects outside
 * the transaction.
 */
export function serve<E extends Endpoint, P = undefined>(
  app: App,
  endpoint: E,
  handle: (call: Call<E> & { prepared: P }) => Answering<E>,
  prepare?: (admitted: Admitted<E>) => Promise<P>,
  isWriting: (input: Input<E>) => boolean = () => endpoint.method !== 'GET',
  turns?: Turns<E>,
) {
  const { platform } = app
  const cursors = bindCursors(endpoint)
  const nothing = undefined as P
  const prepareFor = async (admitted: Admitted<E>) => (prepare ? prepare(admitted) : nothing)
  route(app, endpoint, async (request, reply) => {
    const input = readInput<E>(request)
    const enter = doorOf<E>(request)
    const opened = { ...cursors.open(input), platform }
    const takesTurn = turns?.isNeeded(opened) ?? false
    const admitted =
      prepare || takesTurn
        ? { ...opened, caller: await enter(async (_, caller) => caller, { isReading: true }) }
        : undefined
    const prepared = admitted ? await prepareFor(admitted) : nothing
    const work: Parameters<typeof enter>[0] = (tx, caller) => {
      const call = { ...opened, prepared, tx, caller, ...tagsOf(request, reply) }
      return onceForKey(
        tx,
        readIdempotencyKey(request, endpoint, caller),
        reply,
        async () => (await handle(call)) ?? {},
      )
    }
    const isReading = !isWriting(opened)
    const run = () => enter(work, { isReading, mayPresume: isReading, isRepeatable: !isReading })
    const answer = await (takesTurn ? turns!.take(admitted!, run, { holdsConnection: false }) : run())
    return answer instanceof Refusal ? answer : cursors.close(input, answer)
  })
  if (endpoint.method !== 'GET') return
  const call: InProcess['call'] = async (caller, input, enter) => {
    const parsed = parseInput(endpoint, input)
    const admitted = { ...cursors.open(parsed), platform, caller: caller as CallerOf<E> }
    const prepared = await prepareFor(admitted)
    const run = () =>
      enter(async (tx) => {
        const answer = await handle({ ...admitted, prepared, tx, ifMatch: undefined, setEtag() {}, setCreated() {} })
        return answer ?? {}
      })
    const answer = turns?.isNeeded(admitted) ? await turns.take(admitted, run, { holdsConnection: true }) : await run()
    if (answer instanceof Refusal) throw answer
    return cursors.close(parsed, endpoint.answer.parse(answer))
  }
  app.calls.set(callName(endpoint), { endpoint, call })
}

export type IdentityCall<E extends Endpoint> = Input<E> & {
  tx: IdentityTx
  caller: CallerOf<E>
  platform: Platform
  network: string
  userAgent: string
  /** The device id of the browser's cookie; null for an unknown browser. */
  device: string | null
  /** Returns the device id, and sets the cookie in a new browser. Null for programs. */
  giveDevice(): string | null
}

/** Serves an endpoint with the database role for accounts, sessions and codes. The caller may have no workspace yet. */
export function serveIdentity<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (call: IdentityCall<E>) => Answering<E>,
) {
  const { platform } = app
  route(
    app,
    endpoint,
    async (request, reply) => {
      const rest = {
        ...readInput<E>(request),
        platform,
        network: networkOf(request.ip),
        device: deviceOf(request),
        giveDevice: () => giveDevice(request, reply),
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
      }
      if (endpoint.for.includes('anyone')) {
        return inIdentity(
          platform.identity,
          async (tx) => (await handle({ ...rest, tx, caller: undefined as never })) ?? {},
        )
      }
      const enter = doorOf<E>(request)
      return enter((tx, caller) => {
        const work = async () => (await handle({ ...rest, tx: tx as WorkspaceTx & IdentityTx, caller })) ?? {}
        // If the caller has a workspace, the transaction is already limited to it. Without a workspace, idempotency
        // keys are ignored.
        return onceForKey(tx, readIdempotencyKey(request, endpoint, caller), reply, work)
      })
    },
    'identity',
  )
}

export type CallWithoutTransaction<E extends Endpoint> = Admitted<E> & {
  request: FastifyRequest
  reply: FastifyReply
  inTransaction: InTransaction
}

export type InTransaction = <T>(
  work: (tx: WorkspaceTx, caller: Caller) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>

/** Serves an endpoint that does not fit one transaction: an upload, a stream, a batch. */
export function serveWithoutTransaction<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (call: CallWithoutTransaction<E>) => Promise<unknown>,
) {
  route(app, endpoint, async (request, reply) => {
    const { caller, inTransaction } = admitCachedContentKey(request, reply, endpoint) ?? (await admitAtDoor(request))
    const admitted = { ...readInput<E>(request), caller: caller as CallerOf<E>, platform: app.platform }
    const work = () => handle({ ...admitted, request, reply, inTransaction })
    const repeatable = readIdempotencyKey(request, endpoint, caller)
    return repeatable ? onceWithoutTransaction(inTransaction, repeatable, reply, work) : work()
  })
}

type AdmittedWithoutTransaction = { caller: Caller; inTransaction: InTransaction }

async function admitAtDoor(request: FastifyRequest): Promise<AdmittedWithoutTransaction> {
  const enter = doorOf(request)
  const caller = await enter(async (_, caller) => caller)
  return { caller, inTransaction: (work, options) => enter(work, options) }
}

// Admits a GET call with a cached content key without a database query. If the answer is cached too, the whole call
// needs no query.
function admitCachedContentKey(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
): AdmittedWithoutTransaction | null {
  const caller = endpoint.method === 'GET' ? admitCachedKey(request, reply, endpoint) : null
  if (!caller) return null
  const { app, reader } = request.server.platform
  const database = caller.keyKind === 'delivery' && endpoint.for.includes('visitor') ? reader : app
  return {
    caller,
    inTransaction: (work, options) => inWorkspace(database, caller.workspaceId, (tx) => work(tx, caller), options),
  }
}

type Repeatable = NonNullable<ReturnType<typeof readIdempotencyKey>>

async function onceWithoutTransaction<T>(
  inTransaction: InTransaction,
  repeatable: Repeatable,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  const repeated = await inTransaction(async (tx) =>
    (await claimKey(tx, repeatable)) ? null : { answer: await repeatAnswer<T>(tx, repeatable, reply) },
  )
  if (repeated) return repeated.answer
  try {
    const answer = await work()
    await inTransaction((tx) => settleKey(tx, repeatable, answer))
    return answer
  } catch (error) {
    await inTransaction((tx) => giveUpKey(tx, repeatable))
    throw error
  }
}

const readInput = <E extends Endpoint>({ params, query, body }: FastifyRequest) => ({ params, query, body }) as Input<E>

const tagsOf = (request: FastifyRequest, reply: FastifyReply) => ({
  ifMatch: request.headers['if-match'],
  setEtag(tag: string) {
    reply.header('ETag', tag)
  },
  setCreated() {
    reply.code(201)
  },
})
