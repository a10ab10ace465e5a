import { showRegistration } from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { workspaceErrors } from '#contract/workspace/settings.ts'
import { RegistrationClosed, Steps } from '#web/auth/register/registration-closed.tsx'
import { api } from '#web/lib/api.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import type { Route } from './+types/create-workspace.ts'
import { foundWorkspace } from './found-workspace.ts'
import { SignOut, SignOutForm, WorkspaceForm } from './workspace-form.tsx'

export const meta = () => [{ title: 'Name your workspace · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { email, name, surname } = await context.get(api).call(showViewer, {})
  const registration = await context.get(api).call(showRegistration, {})
  const domainErrors: Record<string, string> = workspaceErrors
  return { founder: { email, name, surname }, domainErrors, registration }
}

export const action = ({ context, request }: Route.ActionArgs) => foundWorkspace(context, request)

export default function CreateWorkspace({ loaderData, actionData }: Route.ComponentProps) {
  const { registration, ...given } = loaderData
  if (registration.standing === 'closed') {
    return (
      <>
        <RegistrationClosed contact={registration.contact} />
        <SignOut />
        <SignOutForm />
      </>
    )
  }
  return (
    <>
      <Steps current={3} />
      <AuthTitle title="Name your workspace">
        This is what your team and your customers see. You can change the name later.
      </AuthTitle>
      <WorkspaceForm {...given} refused={actionData} />
      <SignOutForm />
    </>
  )
}
