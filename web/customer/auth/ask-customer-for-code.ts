import type { RouterContextProvider } from 'react-router'
import type { Problem } from '#contract/refusals.ts'
import { loginCustomer, registerCustomer } from '#contract/workspace/identity.ts'
import { api } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import { type EmailAnswer, leadToPending, readEmail, waitForCode, wordsOf } from '#web/lib/sign-in/ask-for-code.ts'

type Purpose = keyof typeof requests

const requests = {
  'customer-login': {
    endpoint: loginCustomer,
    verifyPath: '/customer/auth/login-verify',
    wordsOfStatus: (status: string) => loginWords[status] ?? 'Login failed',
    wordsOfProblem: ({ status }: Problem) =>
      ({ 400: 'Invalid email', 404: 'Customer not found' })[status] ?? 'Login failed',
  },
  'customer-register': {
    endpoint: registerCustomer,
    verifyPath: '/customer/auth/register-verify',
    wordsOfStatus: (status: string) => status,
    wordsOfProblem: () => 'Registration failed',
  },
}

const loginWords: Record<string, string> = { invalidemail: 'Invalid email', userisnothere: 'Customer not found' }

export async function askCustomerForCode(
  context: Readonly<RouterContextProvider>,
  request: Request,
  purpose: Purpose,
): Promise<Response | EmailAnswer> {
  const email = await readEmail(request)
  const { endpoint, verifyPath, wordsOfStatus, wordsOfProblem } = requests[purpose]
  const wanted = { purpose, verifyPath }
  const workspaceName = context.get(site).workspace?.domain ?? ''
  const { answer, problem } = await context.get(api).attempt(endpoint, { body: { email, workspaceName } })
  if (answer?.customerGuidId) return waitForCode(context, request, wanted, { email, userGuidId: answer.customerGuidId })
  if (answer) return { email, error: wordsOfStatus(answer.status), isUnknown: answer.status === 'userisnothere' }
  const failure = problem.status === 429 ? wordsOf(problem) : wordsOfProblem(problem)
  return leadToPending(context, request, wanted, email, problem) ?? { email, error: failure }
}
