import type { FastifyRequest } from 'fastify'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { refuseUnavailable } from '#server/platform/database/outages/outage.ts'
import { asSession, type WorkspaceTx } from '#server/platform/database.ts'
import { admit, callerOf, countInWorkspace } from '#server/platform/http/admission.ts'
import type { Account, Person } from '#server/platform/http/caller.ts'
import type { AccessToken } from '#server/platform/http/credentials/access-token.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { callName, type InProcess } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Input } from './page-api.ts'

export type SignedIn = Account | Person
type Snapshot = { tx: WorkspaceTx; caller: SignedIn | null; end(): void }

/**
 * The reads of one page. They share a snapshot and a connection, and count as one call for rate limits. A write ends
 * the snapshot.
 */
export type PageReading = {
  findCaller(): Promise<SignedIn | null>
  /** Returns an endpoint's answer, the same for equal input. Undefined if the snapshot cannot answer it. */
  read<E extends Endpoint>(endpoint: E, input: Input): Promise<AnswerOf<E>> | undefined
  /** Ends the snapshot. `isLast`: the page was sent, so that reads of a loader that still runs are refused. */
  end(options?: { isLast: boolean }): Promise<void>
}

export function openReading(request: FastifyRequest, token: AccessToken): PageReading {
  const { platform, calls } = request.server
  const answers = new Map<string, Promise<unknown>>()
  let snapshot: Promise<Snapshot> | undefined
  let counted: Promise<void> | undefined
  let isOver = false
  const look = () => {
    snapshot ??= takeSnapshot(request, token)
    return snapshot
  }

  async function count() {
    platform.limiter.count(limits.session, token.sessionId)
    const { caller } = await look()
    if (caller) countInWorkspace(platform, caller)
  }

  async function ask({ endpoint, call }: InProcess, input: Input): Promise<unknown> {
    // Counts the page once for the rate limits. All parallel reads wait for the count, and all fail if the page is
    // refused.
    counted ??= count()
    await counted
    const { tx, caller } = await look()
    if (!caller) throw new Refusal('not-signed-in')
    admit(request, endpoint, caller, { key: token.sessionId, query: input.query })
    return call(caller, input, (work) => work(tx)).catch(refuseUnavailable)
  }

  return {
    findCaller: async () => (await look()).caller,
    read<E extends Endpoint>(asked: E, input: Input) {
      const served = asked.method === 'GET' ? calls.get(callName(asked)) : undefined
      if (!served?.endpoint.for.some((audience) => audience !== 'visitor')) return undefined
      if (isOver) return Promise.reject(new Refusal('cut-short'))
      const question = `${asked.path} ${JSON.stringify(input)}`
      const answer = answers.get(question) ?? ask(served, input)
      answers.set(question, answer)
      return answer as Promise<AnswerOf<E>>
    },
    async end({ isLast } = { isLast: false }) {
      isOver = isLast
      // A loader can ask again as soon as it has an answer. So the snapshot stays until nobody asks any more.
      for (let asked = -1; asked !== answers.size; ) {
        asked = answers.size
        await Promise.allSettled(answers.values())
      }
      answers.clear()
      const opened = await snapshot?.catch(() => null)
      snapshot = undefined
      opened?.end()
    },
  }
}

function takeSnapshot({ server, ip }: FastifyRequest, token: AccessToken): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    asSession(
      server.platform.app,
      token.sessionId,
      (tx, entered) =>
        new Promise<void>((end) => {
          resolve({ tx: tx as WorkspaceTx, caller: callerOf(entered, token, networkOf(ip)), end })
        }),
      { isReading: true },
    ).catch(reject)
  })
}
