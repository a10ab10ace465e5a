import { showPending, takeCode } from '#web/lib/sign-in/take-code.ts'
import { CodeForm } from '#web/shell/sign-in/code-form.tsx'
import type { Route } from './+types/login-verify.ts'

export const meta = () => [{ title: 'Check your e-mail · Startup Tools' }]

const step = { purposes: ['login'], askPath: '/auth/login' } as const

export const loader = ({ context, request }: Route.LoaderArgs) => showPending(context, request, step)
export const action = ({ context, request }: Route.ActionArgs) => takeCode(context, request, step)

export default function LoginVerify({ loaderData, actionData }: Route.ComponentProps) {
  return <CodeForm pending={loaderData} answer={actionData} submitLabel="Sign in" otherHref="/auth/login" />
}
