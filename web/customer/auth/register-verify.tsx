import { pageTitle } from '#web/customer/page-title.ts'
import { showPending, takeCode } from '#web/lib/sign-in/take-code.ts'
import { CodeForm } from '#web/shell/sign-in/code-form.tsx'
import { WorkspaceBadge } from '#web/shell/sign-in/workspace-badge.tsx'
import type { Route } from './+types/register-verify.ts'
import { loadSignIn } from './load-sign-in.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle('Check your e-mail', matches)

const step = { purposes: ['customer-register'], askPath: '/customer/auth/register' } as const

export const loader = ({ context, request }: Route.LoaderArgs) => ({
  ...loadSignIn(context, request),
  pending: showPending(context, request, step),
})
export const action = ({ context, request }: Route.ActionArgs) => takeCode(context, request, step)

export default function CustomerRegisterVerify({
  loaderData: { workspace, search, pending },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <WorkspaceBadge workspace={workspace} />
      <CodeForm
        pending={pending}
        answer={actionData}
        submitLabel="Create account"
        otherHref={`/customer/auth/register${search}`}
      />
    </>
  )
}
