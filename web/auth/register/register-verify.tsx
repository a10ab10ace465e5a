import { showPending, takeCode } from '#web/lib/sign-in/take-code.ts'
import { CodeForm } from '#web/shell/sign-in/code-form.tsx'
import type { Route } from './+types/register-verify.ts'
import { Steps } from './registration-closed.tsx'

export const meta = () => [{ title: 'Check your e-mail · Startup Tools' }]

const step = { purposes: ['register'], askPath: '/auth/register' } as const

export const loader = ({ context, request }: Route.LoaderArgs) => showPending(context, request, step)
export const action = ({ context, request }: Route.ActionArgs) => takeCode(context, request, step)

export default function RegisterVerify({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Steps current={2} />
      <CodeForm pending={loaderData} answer={actionData} submitLabel="Continue" otherHref="/auth/register" />
    </>
  )
}
