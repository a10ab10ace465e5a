import { readEmail } from '#web/lib/sign-in/ask-for-code.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { EmailForm } from '#web/shell/sign-in/email-form.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/login.ts'
import { askTeamForCode } from './ask-team-for-code.ts'

export const meta = () => [{ title: 'Sign in · Startup Tools' }]

const wanted = { purpose: 'login', verifyPath: '/auth/login-verify' } as const

export async function action({ context, request }: Route.ActionArgs) {
  return askTeamForCode(context, request, wanted, await readEmail(request))
}

export default function Login({ actionData }: Route.ComponentProps) {
  return (
    <>
      <AuthTitle title="Sign in">We e-mail you a six-digit code. No password.</AuthTitle>
      <EmailForm label="Work e-mail" answer={actionData} />
      <p className="mt-5 text-meta text-ink-3">
        New here?{' '}
        <TextLink href="/auth/register" underline>
          Create a workspace
        </TextLink>{' '}
        or ask an admin of yours for an invitation.
      </p>
    </>
  )
}
