import { isRouteErrorResponse } from 'react-router'
import type { RootData } from '#web/lib/context.ts'

export type ErrorWords = {
  kind: 'not-found' | 'no-access' | 'offline' | 'failed'
  title: string
  text: string
  requestId?: string
}

export function wordsFor(error: unknown): ErrorWords {
  if (isNetworkError(error))
    return {
      kind: 'offline',
      title: 'You are offline',
      text: 'The server cannot be reached. Check your connection and try again.',
    }
  if (!isRouteErrorResponse(error)) return failed
  const { detail, requestId } = problemIn(error.data)
  if (error.status === 404)
    return {
      kind: 'not-found',
      title: 'Page not found',
      text: detail ?? 'The page may have moved, or the link is incomplete.',
    }
  if (error.status === 403)
    return {
      kind: 'no-access',
      title: 'You do not have access',
      text: detail ?? 'Ask an admin of your workspace for access.',
    }
  // Responses with status 4xx or 503 contain a text for people. Other server errors do not.
  if ((error.status < 500 || error.status === 503) && detail)
    return { kind: 'failed', title: 'Something went wrong', text: detail }
  return { ...failed, requestId }
}

export function placeOf(pathname: string, root: RootData | undefined) {
  const workspace = /^\/(customer|knowledgebase)(\/|$)/.test(pathname) ? root?.site.workspace : null
  return { name: workspace?.name ?? 'Startup Tools', isOfCustomers: Boolean(workspace) }
}

export const errorTitle = (error: unknown, place: string) => `${wordsFor(error).title} · ${place}`

const failed: ErrorWords = {
  kind: 'failed',
  title: 'This page did not load',
  text: 'The error is on our side and was logged. Try again in a moment.',
}

/** Matches the errors of all browsers for a request that could not be sent. */
const isNetworkError = (error: unknown) =>
  error instanceof TypeError && /fetch|network|load failed|dynamically imported/i.test(error.message)

// Reads problem details (RFC 9457). React Router can pass the body as text, because its content type is not plain JSON.
function problemIn(body: unknown): { detail?: string; requestId?: string } {
  const problem = typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : body
  if (typeof problem !== 'object' || problem === null) return {}
  const { detail, requestId } = problem
  return {
    detail: typeof detail === 'string' ? detail : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  }
}
