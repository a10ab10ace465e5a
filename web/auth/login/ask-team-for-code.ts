import type { RouterContextProvider } from 'react-router'
import { invitationLogin, login } from '#contract/workspace/identity.ts'
import { api } from '#web/lib/api.ts'
import { type EmailAnswer, leadToPending, waitForCode, wordsOf } from '#web/lib/sign-in/ask-for-code.ts'

const endpoints = { login, invitation: invitationLogin }

const words: Record<string, string> = {
  invalidemail: 'Invalid email format',
  userisnothere: 'User not found',
  userisnotactive: 'User is not active',
}

export async function askTeamForCode(
  context: Readonly<RouterContextProvider>,
  request: Request,
  wanted: { purpose: keyof typeof endpoints; verifyPath: string },
  email: string,
): Promise<Response | EmailAnswer> {
  const workspaceName = wanted.purpose === 'invitation' && new URL(request.url).searchParams.get('workspace')
  const body = { email, ...(workspaceName && { workspaceName }) }
  const { answer, problem } = await context.get(api).attempt(endpoints[wanted.purpose], { body })
  if (answer?.userGuidId) return waitForCode(context, request, wanted, { email, userGuidId: answer.userGuidId })
  if (answer) {
    const { status } = answer
    return { email, error: words[status] ?? 'Login failed', isUnknown: status === 'userisnothere' }
  }
  return leadToPending(context, request, wanted, email, problem) ?? { email, error: wordsOfProblem(problem) }
}

function wordsOfProblem(problem: Parameters<typeof wordsOf>[0]) {
  if (problem.status === 400) return problem.detail || 'Invalid email or account not active'
  if (problem.status === 404) return problem.detail || 'User not found'
  if (problem.code === 'workspace-suspended') return problem.detail
  return problem.status === 429 ? wordsOf(problem) : 'Login failed'
}
