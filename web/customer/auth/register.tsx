import { pageTitle } from '#web/customer/page-title.ts'
import { EmailForm } from '#web/shell/sign-in/email-form.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/register.ts'
import { askCustomerForCode } from './ask-customer-for-code.ts'
import { loadSignIn } from './load-sign-in.ts'
import { SignInPage } from './sign-in-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle('Create an account', matches)

export const loader = ({ context, request }: Route.LoaderArgs) => ({
  ...loadSignIn(context, request),
  email: new URL(request.url).searchParams.get('email'),
})
export const action = ({ context, request }: Route.ActionArgs) =>
  askCustomerForCode(context, request, 'customer-register')

export default function CustomerRegister({ loaderData: { search, email, ...page }, actionData }: Route.ComponentProps) {
  return (
    <SignInPage
      {...page}
      title={`Create an account at ${page.workspace.name}`}
      lead="To see your earlier requests, use the e-mail address that you wrote from. We e-mail you a six-digit code."
    >
      <EmailForm label="E-mail" email={email} answer={actionData} />
      <p className="mt-5 text-meta text-ink-3">
        Already have an account?{' '}
        <TextLink href={`/customer/auth/login${search}`} underline>
          Sign in
        </TextLink>
      </p>
    </SignInPage>
  )
}
