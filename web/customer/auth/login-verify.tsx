import { pageTitle } from '#web/customer/page-title.ts'
import { site } from '#web/lib/context.ts'
import { takeAddressedCode } from '#web/lib/sign-in/take-addressed-code.ts'
import { showIfPending, takeCode } from '#web/lib/sign-in/take-code.ts'
import { AddressedCodeForm } from '#web/shell/sign-in/addressed-code-form.tsx'
import { CodeForm } from '#web/shell/sign-in/code-form.tsx'
import { WorkspaceBadge } from '#web/shell/sign-in/workspace-badge.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/login-verify.ts'
import { askCustomerForCode } from './ask-customer-for-code.ts'
import { loadSignIn } from './load-sign-in.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.pending ? 'Check your e-mail' : 'Enter your code', matches)

// Mails with a sign-in code and mails with a registration code link to this page, so the page accepts both kinds of
// code.
const step = { purposes: ['customer-login', 'customer-register'], askPath: '/customer/auth/login' } as const

export const loader = ({ context, request }: Route.LoaderArgs) => ({
  ...loadSignIn(context, request),
  pending: showIfPending(context, request, step),
})

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.clone().formData()
  if (!form.has('email')) return takeCode(context, request, step)
  if (form.get('intent') === 'resend') return askCustomerForCode(context, request, 'customer-login')
  return takeAddressedCode(context, form, context.get(site).workspace?.domain ?? '')
}

export default function CustomerLoginVerify({
  loaderData: { workspace, search, pending },
  actionData,
}: Route.ComponentProps) {
  const ofAddress = actionData && 'email' in actionData ? actionData : undefined
  const ofCode = actionData && 'email' in actionData ? undefined : actionData
  if (pending && !ofAddress)
    return (
      <>
        <WorkspaceBadge workspace={workspace} />
        <CodeForm
          pending={pending}
          answer={ofCode}
          submitLabel={pending.isForRequest ? 'Send request' : 'Sign in'}
          otherHref={pending.isForRequest ? '/customer/request' : `/customer/auth/login${search}`}
        />
      </>
    )
  return (
    <>
      <WorkspaceBadge workspace={workspace} />
      <AddressedCodeForm label="E-mail" answer={ofAddress} />
      <p className="mt-5 text-meta text-ink-3">
        New here?{' '}
        <TextLink href={`/customer/auth/register${search}`} underline>
          Create an account
        </TextLink>
      </p>
    </>
  )
}
