import type { z } from 'zod'
import type { AnswerOf, Endpoint } from './endpoint.ts'
import type { Problem } from './refusals.ts'

export type Site = {
  rootDomain: string
  hostKind: 'root' | 'app' | 'workspace'
  workspace?: { domain: string; name: string; timeZone: string; accentColor: string | null; logoUrl: string | null }
  /** Set if SENDING is off, as in a copy of an installation. Then the server sends nothing, such as mails. */
  isCopy?: true
  /** Scheme, host and port, without a path. */
  origins: { root: string; app: string; api: string; files: string }
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodType
  ? undefined extends z.input<E[K]>
    ? { [N in K]?: z.input<E[K]> }
    : { [N in K]: z.input<E[K]> }
  : unknown

export type InputOf<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>

export type Attempt<E extends Endpoint> =
  | { answer: AnswerOf<E>; problem?: undefined }
  | { answer?: undefined; problem: Problem & { retryAfterSeconds?: number } }

export type PageApi = {
  /** A refusal is thrown as a response, for the nearest error boundary. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>>
  /** For forms: a refusal is returned as a value. */
  attempt<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    /** A repeated call with the same key gets the first answer, and nothing is done twice. */
    once?: { idempotencyKey?: string },
  ): Promise<Attempt<E>>
}

/** A code that was requested but not entered yet. Kept in a short-lived cookie that scripts cannot read. */
export type PendingCode = {
  purpose: 'register' | 'login' | 'invitation' | 'customer-register' | 'customer-login'
  userGuidId: string
  email: string
  next?: string
  /** Id of a request that was sent before signing in. The right code turns it into a ticket. */
  visitorRequest?: string
  sentAt: number
  wrongTries: number
}

/** Sets and reads the cookies of a sign-in on the server. Scripts in the browser cannot see the tokens. */
export type SessionCookies = {
  start(signedIn: {
    accessToken: string | null
    refreshToken: string | null
    userGuidId: string
    isTeam: boolean
    workspaceDomain: string | null
  }): void
  rememberWorkspace(domain: string, timeZone: string): void
  clear(): void
  readPending(): PendingCode | null
  writePending(pending: PendingCode): void
  clearPending(): void
}
