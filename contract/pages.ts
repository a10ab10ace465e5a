import type { z } from 'zod'
import type { AnswerOf, Endpoint } from './endpoint.ts'
import type { Problem } from './refusals.ts'

/** What the server gives the web's loaders and actions; types only. */

/** Where a request was made, in the browser's words. */
export type Site = {
  rootDomain: string
  hostKind: 'root' | 'app' | 'workspace'
  workspace?: { domain: string; name: string; timeZone: string; accentColor: string | null; logoUrl: string | null }
  /** Nothing is sent from here: it is a copy of an installation. */
  isCopy?: true
  /** Scheme, host and port, without a path. */
  origins: { root: string; app: string; api: string; files: string }
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodType
  ? undefined extends z.input<E[K]>
    ? { [N in K]?: z.input<E[K]> }
    : { [N in K]: z.input<E[K]> }
  : unknown

/** What an endpoint takes: `{ params, query, body }`, each where it is declared. */
export type InputOf<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>

export type Attempt<E extends Endpoint> =
  | { answer: AnswerOf<E>; problem?: undefined }
  | { answer?: undefined; problem: Problem & { retryAfterSeconds?: number } }

/** Calls the API in process, as the person the page is for. */
export type PageApi = {
  /** A refusal is thrown as a response, for the nearest error boundary. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>>
  /** For forms: a refusal comes back as a value to show. */
  attempt<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    /** Who repeats a call under the same key gets its first answer, and nothing is done twice. */
    once?: { idempotencyKey?: string },
  ): Promise<Attempt<E>>
}

/** A code that was asked for and not entered yet, kept in a short-lived cookie that no script reads. */
export type PendingCode = {
  purpose: 'register' | 'login' | 'invitation' | 'customer-register' | 'customer-login'
  userGuidId: string
  email: string
  next?: string
  /** When the last code was asked for, in milliseconds. */
  sentAt: number
  /** How many wrong ones were entered here since. */
  wrongTries: number
}

/** The cookies of a sign-in. Pages see no token: they hand over what validate answered. */
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
