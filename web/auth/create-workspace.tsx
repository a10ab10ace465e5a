import { useState } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { showViewer } from '#contract/session.ts'
import { createWorkspace, workspaceErrors } from '#contract/workspaces.ts'
import { api, sessionCookies } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import { workspaceOrigin } from '#web/lib/workspace-origin.ts'
import { AuthTitle } from '#web/shell/auth-title.tsx'
import { useSignOut } from '#web/shell/use-sign-out.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { Route } from './+types/create-workspace.ts'
import { DomainField } from './domain-field.tsx'
import { Steps } from './steps.tsx'
import { suggestDomain } from './suggest-domain.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import { WorkspaceAddresses } from './workspace-addresses.tsx'

export const meta = () => [{ title: 'Name your workspace · Startup Tools' }]

/** The sentences go along, since the check while typing answers with the same words as creating does. */
export async function loader({ context }: Route.LoaderArgs) {
  const { email, name, surname } = await context.get(api).call(showViewer, {})
  return { email, name, surname, domainErrors: workspaceErrors as Record<string, string> }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const wanted = {
    domain: text('domain'),
    timeZone: text('timeZone'),
    name: text('name'),
    userName: text('userName'),
    userSurname: text('userSurname'),
  }
  const missing = findMissing(wanted)
  if (missing) return { wanted, fields: missing }
  const { answer, problem } = await context.get(api).attempt(createWorkspace, { body: wanted })
  if (problem) return { wanted, fields: problem.fields ?? { form: 'Failed to create workspace' } }
  if (answer.isThereError) return { wanted, fields: { [fieldOf(answer.error)]: sentenceOf(answer.error) } }

  const domain = answer.workspaceDomain ?? wanted.domain.toLowerCase()
  context.get(sessionCookies).rememberWorkspace(domain, wanted.timeZone)
  const here = context.get(site)
  return redirect(here.hostKind === 'app' ? `${workspaceOrigin(here, domain)}/` : '/')
}

function findMissing({ name, userName }: { name: string; userName: string }): Record<string, string> | undefined {
  if (!userName) return { userName: 'Enter your name' }
  return name ? undefined : { name: 'Enter a name for the workspace' }
}

const sentenceOf = (error: string | null) =>
  workspaceErrors[error as keyof typeof workspaceErrors] ?? 'An unexpected error occurred'

const fieldOf = (error: string | null) =>
  error?.startsWith('domain') || error === 'invaliddomainformat' ? 'domain' : 'form'

export default function CreateWorkspace({ loaderData, actionData }: Route.ComponentProps) {
  const { wanted, fields = {} } = actionData ?? {}
  const isCreating = useNavigation().formAction?.startsWith('/auth/create-workspace')
  const signOut = useSignOut()
  const [name, setName] = useState(wanted?.name ?? '')
  const [ownDomain, setOwnDomain] = useState(wanted?.domain)
  const domain = ownDomain ?? suggestDomain(name)
  return (
    <>
      <Steps current={3} />
      <AuthTitle title="Name your workspace">
        This is what your team and your customers see. You can change the name later.
      </AuthTitle>
      <Form method="post" noValidate className="grid gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Field label="First name" error={fields.userName}>
            <Input
              name="userName"
              size="lg"
              autoComplete="given-name"
              required
              autoFocus
              defaultValue={wanted?.userName ?? loaderData.name}
            />
          </Field>
          <Field label="Last name" error={fields.userSurname}>
            <Input
              name="userSurname"
              size="lg"
              autoComplete="family-name"
              defaultValue={wanted?.userSurname ?? loaderData.surname}
            />
          </Field>
        </div>
        <Field label="Workspace name" error={fields.name}>
          <Input
            name="name"
            size="lg"
            autoComplete="organization"
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <DomainField
          domain={domain}
          refused={wanted?.domain === domain ? fields.domain : undefined}
          errors={loaderData.domainErrors}
          onChange={setOwnDomain}
        />
        <TimeZoneField defaultValue={wanted?.timeZone} error={fields.timeZone} />
        <WorkspaceAddresses domain={domain} />
        {fields.form && <Banner tone="danger">{fields.form}</Banner>}
        <div className="mt-1 flex items-center justify-between gap-3">
          <Button variant="ghost" size="lg" className="-ml-4" onClick={signOut}>
            Sign out
          </Button>
          <Button type="submit" variant="primary" size="lg" busy={isCreating}>
            Create workspace
          </Button>
        </div>
        <p className="text-meta wrap-anywhere text-ink-3">You are signed in as {loaderData.email}.</p>
      </Form>
    </>
  )
}
