import { pageTitle } from '#web/customer/page-title.ts'
import { EmailForm } from '#web/shell/sign-in/email-form.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/login.ts'
import { askCustomerForCode } from './ask-customer-for-code.ts'
import { ChangeWorkspace } from './change-workspace.tsx'
import { findWorkspace } from './find-workspace.ts'
import { loadSignIn } from './load-sign-in.ts'
import { SignInPage } from './sign-in-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle('Sign in', matches)

export const loader = ({ context, request }: Route.LoaderArgs) => ({
  ...loadSignIn(context, request),
  isChanging: new URL(request.url).searchParams.has('change'),
})

export async function action({ context, request }: Route.ActionArgs) {
  const workspace = (await request.clone().formData()).get('workspace')
  if (workspace !== null) return findWorkspace(context, String(workspace))
  return askCustomerForCode(context, request, 'customer-login')
}

export default function CustomerLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { search, isChanging, ...page } = loaderData
  if (isChanging) return <ChangeWorkspace answer={actionData && 'typed' in actionData ? actionData : undefined} />
  const ofAddress = actionData && 'email' in actionData ? actionData : undefined
  const unknown = ofAddress?.isUnknown ? ofAddress.email : null
  return (
    <SignInPage
      {...page}
      title={`Sign in to ${page.workspace.name}`}
      lead="We e-mail you a six-digit code. No password needed."
      action={<TextLink href="/customer/auth/login?change">Change</TextLink>}
    >
      <EmailForm label="E-mail" answer={ofAddress} />
      <p className="mt-5 text-meta text-ink-3">
        {unknown ? 'Nobody has an account here with this address.' : 'New here?'}{' '}
        <TextLink href={`/customer/auth/register${unknown ? withEmail(search, unknown) : search}`} underline>
          {unknown ? 'Create an account with this address' : 'Create an account'}
        </TextLink>
      </p>
    </SignInPage>
  )
}

function withEmail(search: string, email: string) {
  const kept = new URLSearchParams(search)
  kept.set('email', email)
  return `?${kept}`
}
