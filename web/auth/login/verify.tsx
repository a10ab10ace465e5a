import { readEmail } from '#web/lib/sign-in/ask-for-code.ts'
import { takeAddressedCode } from '#web/lib/sign-in/take-addressed-code.ts'
import { showIfPending, takeCode } from '#web/lib/sign-in/take-code.ts'
import { AddressedCodeForm } from '#web/shell/sign-in/addressed-code-form.tsx'
import { CodeForm } from '#web/shell/sign-in/code-form.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/verify.ts'
import { askTeamForCode } from './ask-team-for-code.ts'

export const meta = () => [{ title: 'Enter your code · Startup Tools' }]

const verifyPath = '/auth/verify'
const step = { purposes: ['register', 'login', 'invitation'], askPath: '/auth/login' } as const

export function loader({ context, request }: Route.LoaderArgs) {
  const isOther = new URL(request.url).searchParams.has('other')
  return isOther ? null : showIfPending(context, request, step)
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.clone().formData()
  if (!form.has('email')) return takeCode(context, request, step)
  return form.get('intent') === 'resend' ? askForAnyCode({ context, request }) : takeAddressedCode(context, form)
}

// Requests a sign-in code. If this is refused, requests an invitation code. If both are refused, returns the refusal of
// the sign-in code.
async function askForAnyCode({ context, request }: Pick<Route.ActionArgs, 'context' | 'request'>) {
  const email = await readEmail(request)
  const asMember = await askTeamForCode(context, request, { purpose: 'login', verifyPath }, email)
  if (asMember instanceof Response) return asMember
  const asInvited = await askTeamForCode(context, request, { purpose: 'invitation', verifyPath }, email)
  return asInvited instanceof Response ? asInvited : asMember
}

export default function Verify({ loaderData: pending, actionData }: Route.ComponentProps) {
  const isOfAddress = actionData && 'email' in actionData
  if (pending && !isOfAddress)
    return <CodeForm pending={pending} answer={actionData} submitLabel="Continue" otherHref="/auth/verify?other" />
  return (
    <>
      <AddressedCodeForm label="Work e-mail" answer={isOfAddress ? actionData : undefined} />
      <p className="mt-5 text-meta text-ink-3">
        New here?{' '}
        <TextLink href="/auth/register" underline>
          Create a workspace
        </TextLink>
      </p>
    </>
  )
}
