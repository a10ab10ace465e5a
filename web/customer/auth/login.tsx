import { EmailForm } from '#web/shell/sign-in/email-form.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/login.ts'
import { askCustomerForCode } from './ask-customer-for-code.ts'
import { Door } from './door.tsx'
import { showDoor } from './show-door.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Sign in · ${loaderData?.workspace.name ?? 'Startup Tools'}` },
]

export const loader = ({ context, request }: Route.LoaderArgs) => showDoor(context, request)
export const action = ({ context, request }: Route.ActionArgs) => askCustomerForCode(context, request, 'customer-login')

export default function CustomerLogin({ loaderData: { search, ...door }, actionData }: Route.ComponentProps) {
  return (
    <Door {...door} title={`Sign in to ${door.workspace.name}`} lead="We e-mail you a six-digit code. No password.">
      <EmailForm label="E-mail" answer={actionData} />
      <p className="mt-5 text-meta text-ink-3">
        New here?{' '}
        <TextLink href={`/customer/auth/register${search}`} underline>
          Create an account
        </TextLink>
      </p>
    </Door>
  )
}
