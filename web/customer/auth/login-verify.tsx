import { showPending, takeCode } from '#web/lib/sign-in/take-code.ts'
import { CodeForm } from '#web/shell/sign-in/code-form.tsx'
import { WorkspaceBadge } from '#web/shell/sign-in/workspace-badge.tsx'
import type { Route } from './+types/login-verify.ts'
import { loadSignIn } from './load-sign-in.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Check your e-mail · ${loaderData?.workspace.name ?? 'Startup Tools'}` },
]

/** The mail of every customer's code names this page, so it takes those of a registration too. */
const step = { purposes: ['customer-login', 'customer-register'], askPath: '/customer/auth/login' } as const

export const loader = ({ context, request }: Route.LoaderArgs) => ({
  ...loadSignIn(context, request),
  pending: showPending(context, request, step),
})
export const action = ({ context, request }: Route.ActionArgs) => takeCode(context, request, step)

export default function CustomerLoginVerify({
  loaderData: { workspace, search, pending },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <WorkspaceBadge workspace={workspace} />
      <CodeForm
        pending={pending}
        answer={actionData}
        submitLabel="Sign in"
        otherHref={`/customer/auth/login${search}`}
      />
    </>
  )
}
