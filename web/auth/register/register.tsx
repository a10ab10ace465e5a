import { register, showRegistration } from '#contract/workspace/identity.ts'
import { api } from '#web/lib/api.ts'
import { leadToPending, readEmail, waitForCode, wordsOf } from '#web/lib/sign-in/ask-for-code.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { EmailForm } from '#web/shell/sign-in/email-form.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/register.ts'
import { Operator, RegistrationClosed, Steps } from './registration-closed.tsx'

export const meta = () => [{ title: 'Create a workspace · Startup Tools' }]

const wanted = { purpose: 'register', verifyPath: '/auth/register-verify' } as const

export const loader = async ({ context, request }: Route.LoaderArgs) => ({
  email: new URL(request.url).searchParams.get('email'),
  registration: await context.get(api).call(showRegistration, {}),
})

export async function action({ context, request }: Route.ActionArgs) {
  const email = await readEmail(request)
  const { answer, problem } = await context.get(api).attempt(register, { body: { email } })
  if (answer?.userGuidId) return waitForCode(context, request, wanted, { email, userGuidId: answer.userGuidId })
  if (answer) return { email, error: answer.status }
  const failure = problem.status === 429 ? wordsOf(problem) : 'Registration failed'
  return leadToPending(context, request, wanted, email, problem) ?? { email, error: failure }
}

export default function Register({ loaderData: { email, registration }, actionData }: Route.ComponentProps) {
  if (registration.standing === 'closed') {
    return (
      <>
        <RegistrationClosed contact={registration.contact} />
        <SignIn />
      </>
    )
  }
  return (
    <>
      <Steps current={1} />
      <AuthTitle title="Create a workspace">
        Enter your e-mail address. We send you a six-digit code. No password needed.
      </AuthTitle>
      {registration.standing === 'invited' && <ByInvitation contact={registration.contact} />}
      <EmailForm label="Work e-mail" email={email} answer={actionData} />
      <SignIn />
    </>
  )
}

const ByInvitation = ({ contact }: { contact: string | null }) => (
  <p className="mb-4 text-meta text-ink-2">
    Workspaces are created by invitation only. Ask <Operator contact={contact} /> for an invitation.
  </p>
)

const SignIn = () => (
  <p className="mt-5 text-meta text-ink-3">
    Already have an account?{' '}
    <TextLink href="/auth/login" underline>
      Sign in
    </TextLink>
  </p>
)
