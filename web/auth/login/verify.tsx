import { sessionCookies } from '#web/lib/api.ts'
import { readEmail } from '#web/lib/sign-in/ask-for-code.ts'
import { type CodeAnswer, showPending, takeCode } from '#web/lib/sign-in/take-code.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { CodeForm } from '#web/shell/sign-in/code-form.tsx'
import { EmailForm } from '#web/shell/sign-in/email-form.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/verify.ts'
import { askTeamForCode } from './ask-team-for-code.ts'

export const meta = () => [{ title: 'Enter your code · Startup Tools' }]

const verifyPath = '/auth/verify'
const step = { purposes: ['register', 'login', 'invitation'], askPath: '/auth/login' } as const

export function loader({ context, request }: Route.LoaderArgs) {
  const isOther = new URL(request.url).searchParams.has('other')
  const isWaiting = !isOther && context.get(sessionCookies).readPending()
  return isWaiting ? showPending(context, request, step) : null
}

export async function action({ context, request }: Route.ActionArgs) {
  const isAddress = (await request.clone().formData()).has('email')
  return isAddress ? askForAnyCode({ context, request }) : takeCode(context, request, step)
}

/** A member signs in, who is invited joins; the answer for members says why neither is possible. */
async function askForAnyCode({ context, request }: Pick<Route.ActionArgs, 'context' | 'request'>) {
  const email = await readEmail(request)
  const asMember = await askTeamForCode(context, request, { purpose: 'login', verifyPath }, email)
  if (asMember instanceof Response) return asMember
  const asInvited = await askTeamForCode(context, request, { purpose: 'invitation', verifyPath }, email)
  return asInvited instanceof Response ? asInvited : asMember
}

/** Where the mail of a code leads: it takes the code this browser waits for, whatever it is for. */
export default function Verify({ loaderData: pending, actionData }: Route.ComponentProps) {
  const ofAddress = actionData && 'email' in actionData ? actionData : undefined
  if (pending && !ofAddress) {
    return (
      <CodeForm
        pending={pending}
        answer={actionData as CodeAnswer | undefined}
        submitLabel="Continue"
        otherHref="/auth/verify?other"
      />
    )
  }
  return (
    <>
      <AuthTitle title="Enter your code">
        A code works in the browser that asked for it, and this one waits for none. We e-mail you a new one.
      </AuthTitle>
      <EmailForm label="Work e-mail" answer={ofAddress} />
      <p className="mt-5 text-meta text-ink-3">
        New here?{' '}
        <TextLink href="/auth/register" underline>
          Create a workspace
        </TextLink>
      </p>
    </>
  )
}
