import { EmailForm } from '#web/shell/sign-in/email-form.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/login.ts'
import { askCustomerForCode } from './ask-customer-for-code.ts'
import { ChangeWorkspace } from './change-workspace.tsx'
import { findWorkspace } from './find-workspace.ts'
import { loadSignIn } from './load-sign-in.ts'
import { SignInPage } from './sign-in-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Sign in · ${loaderData?.workspace.name ?? 'Startup Tools'}` },
]

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
  return (
    <SignInPage
      {...page}
      title={`Sign in to ${page.workspace.name}`}
      lead="We e-mail you a six-digit code. No password."
      action={<TextLink href="/customer/auth/login?change">Change</TextLink>}
    >
      <EmailForm label="E-mail" answer={actionData && 'email' in actionData ? actionData : undefined} />
      <p className="mt-5 text-meta text-ink-3">
        New here?{' '}
        <TextLink href={`/customer/auth/register${search}`} underline>
          Create an account
        </TextLink>
      </p>
    </SignInPage>
  )
}
