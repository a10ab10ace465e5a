import type { FastifyReply, FastifyRequest } from 'fastify'
import { asSession, asVisitor, type WorkspaceTx } from '#server/platform/database.ts'
import { callerOf, countInWorkspace } from '#server/platform/http/admission.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { findCookieToken } from '#server/platform/http/cookies.ts'
import type { AccessToken } from '#server/platform/http/credentials/access-token.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'

type ReaderWork<T> = (tx: WorkspaceTx, reader: Caller) => Promise<T>

export async function findToken(request: FastifyRequest, reply: FastifyReply): Promise<AccessToken | null> {
  if (!request.headers.cookie) return null
  const text = await findCookieToken(request, reply)
  return text ? request.server.platform.tokens.verify(text) : null
}

/** Reads as the person of a session. Returns null if the session has ended or is not of this host's workspace. */
export function readAsSignedIn<T>(request: FastifyRequest, token: AccessToken, work: ReaderWork<T>): Promise<T | null> {
  const { platform } = request.server
  platform.limiter.count(limits.session, token.sessionId)
  return asSession(
    platform.app,
    token.sessionId,
    async (tx, entered) => {
      const caller = callerOf(entered, token, networkOf(request.ip))
      if (!caller || caller.kind === 'account' || caller.domain !== request.productHost.label) return null
      countInWorkspace(platform, caller)
      return work(tx as WorkspaceTx, caller)
    },
    { isReading: true },
  )
}

/**
 * Reads as a visitor without a session. Returns null if the host belongs to no workspace. `work` can run twice, so it
 * must have no effects outside the transaction.
 */
export function readAsVisitor<T>(request: FastifyRequest, work: ReaderWork<T>): Promise<T | null> {
  const { platform } = request.server
  return asVisitor(
    platform.reader,
    request.productHost.label!,
    async (tx, entered) => {
      if (!entered) return null
      return work(tx as WorkspaceTx, { ...entered, kind: 'visitor', id: null, network: networkOf(request.ip) })
    },
    { isReading: true, mayPresume: true },
  )
}

export async function readAsCountedVisitor<T>(request: FastifyRequest, work: ReaderWork<T>): Promise<T | null> {
  const { limiter } = request.server.platform
  const network = networkOf(request.ip)
  limiter.refuseSpent(limits.unknownHost, network)
  const found = await readAsVisitor(request, async (tx, reader) => ({ read: await work(tx, reader) }))
  if (!found) limiter.count(limits.unknownHost, network)
  return found?.read ?? null
}

/** Returns whether the browser already has this version. Compares ETags weakly (RFC 9110, section 13.1.2). */
export const isKnownTo = (tags: string | undefined, etag: string) =>
  tags?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false
