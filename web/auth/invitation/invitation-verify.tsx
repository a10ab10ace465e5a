import { showPending, takeCode } from '#web/lib/sign-in/take-code.ts'
import { CodeForm } from '#web/shell/sign-in/code-form.tsx'
import type { Route } from './+types/invitation-verify.ts'

export const meta = () => [{ title: 'Check your e-mail · Startup Tools' }]

const step = { purposes: ['invitation'], askPath: '/auth/invitation' } as const

export const loader = ({ context, request }: Route.LoaderArgs) => showPending(context, request, step)
export const action = ({ context, request }: Route.ActionArgs) => takeCode(context, request, step)

export default function InvitationVerify({ loaderData, actionData }: Route.ComponentProps) {
  return <CodeForm pending={loaderData} answer={actionData} submitLabel="Join" otherHref="/auth/invitation" />
}
