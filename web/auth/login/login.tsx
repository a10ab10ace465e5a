import type { RouterContextProvider } from 'react-router'
import { showPublicWorkspace } from '#contract/workspace/settings.ts'
import { api } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import { readEmail } from '#web/lib/sign-in/ask-for-code.ts'
import { workspaceOrigin } from '#web/lib/workspace-origin.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { EmailForm } from '#web/shell/sign-in/email-form.tsx'
import { WorkspaceBadge } from '#web/shell/sign-in/workspace-badge.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/login.ts'
import { askTeamForCode } from './ask-team-for-code.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Sign in · ${loaderData?.workspace?.name ?? 'Startup Tools'}` },
]

const wanted = { purpose: 'login', verifyPath: '/auth/login-verify' } as const

export async function loader({ context, request }: Route.LoaderArgs) {
  return { workspace: await findWorkspace(context, new URL(request.url).searchParams.get('workspace')) }
}

async function findWorkspace(context: Readonly<RouterContextProvider>, domain: string | null) {
  if (!domain) return null
  const { answer } = await context.get(api).attempt(showPublicWorkspace, { query: { domain } })
  if (!answer) return null
  const customerArea = `${workspaceOrigin(context.get(site), answer.domain)}/customer/dashboard`
  // No logo: the host for team sign-in does not serve files of workspaces.
  return { name: answer.name, domain: answer.domain, logoUrl: null, customerArea }
}

export async function action({ context, request }: Route.ActionArgs) {
  return askTeamForCode(context, request, wanted, await readEmail(request))
}

export default function Login({ loaderData: { workspace }, actionData }: Route.ComponentProps) {
  return (
    <>
      {workspace && <WorkspaceBadge workspace={workspace} />}
      <AuthTitle title={workspace ? `Sign in to the team of ${workspace.name}` : 'Sign in'}>
        We send you a six-digit code by e-mail. No password needed.
      </AuthTitle>
      <EmailForm label="Work e-mail" answer={actionData} />
      <OtherDoors workspace={workspace} unknownEmail={actionData?.isUnknown ? actionData.email : undefined} />
    </>
  )
}

type Props = { workspace: { name: string; customerArea: string } | null; unknownEmail?: string }

// Shows links for visitors who are not team members. For an unknown address, the text does not reveal whether the
// address belongs to a customer.
function OtherDoors({ workspace, unknownEmail }: Props) {
  const isUnknown = unknownEmail !== undefined
  if (workspace) {
    return (
      <div className="mt-5 grid gap-1 text-meta text-ink-3">
        <p>
          Customer of {workspace.name}?{' '}
          <TextLink href={workspace.customerArea} underline>
            Go to your requests
          </TextLink>
        </p>
        {isUnknown && <p>On the team? Ask an admin of {workspace.name} for an invitation to this address.</p>}
      </div>
    )
  }
  return (
    <div className="mt-5 grid gap-1 text-meta text-ink-3">
      {isUnknown && <p>Are you a customer? Use the link in the mails from the company that you wrote to.</p>}
      <p>
        New here?{' '}
        <TextLink href={`/auth/register${isUnknown ? `?email=${encodeURIComponent(unknownEmail)}` : ''}`} underline>
          Create a workspace
        </TextLink>{' '}
        or ask an admin of your workspace for an invitation.
      </p>
    </div>
  )
}
