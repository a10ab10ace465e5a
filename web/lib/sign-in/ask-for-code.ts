import { type RouterContextProvider, redirect } from 'react-router'
import type { PendingCode } from '#contract/pages.ts'
import type { Problem } from '#contract/refusals.ts'
import { sessionCookies } from '#web/lib/api.ts'
import { formatDuration } from '#web/lib/words/format.ts'
import { safePath } from './safe-path.ts'

type Context = Readonly<RouterContextProvider>
type CodeRequest = { purpose: PendingCode['purpose']; verifyPath: string }

export type EmailAnswer = { email: string; error: string; isUnknown?: boolean }

export async function readEmail(request: Request) {
  const form = await request.formData()
  return String(form.get('email') ?? '').trim()
}

export function waitForCode(
  context: Context,
  request: Request,
  wanted: CodeRequest,
  sent: { email: string; userGuidId: string; visitorRequest?: string },
) {
  const { searchParams } = new URL(request.url)
  const next = safePath(searchParams.get('next'))
  context
    .get(sessionCookies)
    .writePending({ ...sent, purpose: wanted.purpose, ...(next && { next }), sentAt: Date.now(), wrongTries: 0 })
  return redirect(verifyPathOf(request, wanted))
}

/**
 * Redirects to the code page if a new code was requested too early and this browser has a pending code for the same
 * address. Otherwise returns undefined.
 */
export function leadToPending(
  context: Context,
  request: Request,
  wanted: CodeRequest,
  email: string,
  problem?: Problem,
) {
  const pending = context.get(sessionCookies).readPending()
  const isOnItsWay = problem?.code === 'code-too-soon' && pending?.purpose === wanted.purpose && pending.email === email
  return isOnItsWay ? redirect(verifyPathOf(request, wanted)) : undefined
}

export const wordsOf = ({ detail, retryAfterSeconds }: Problem & { retryAfterSeconds?: number }) =>
  retryAfterSeconds ? `${detail} Try again in ${formatDuration(retryAfterSeconds)}.` : detail

// Returns the path of the code page. Keeps the parameter `switch=1`, which is needed in all steps of switching to
// another workspace.
const verifyPathOf = (request: Request, { verifyPath }: CodeRequest) =>
  new URL(request.url).searchParams.get('switch') === '1' ? `${verifyPath}?switch=1` : verifyPath
