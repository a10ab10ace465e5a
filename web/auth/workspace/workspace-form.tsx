import { type MouseEvent, useState } from 'react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useSignOut } from '#web/shell/account/use-sign-out.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { DomainField } from './domain-field.tsx'
import type { WorkspaceProblem } from './found-workspace.ts'
import { suggestDomain } from './suggest-domain.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import { WorkspaceAddresses } from './workspace-addresses.tsx'

type Founder = { email: string; name: string; surname: string }
type Props = { founder: Founder; domainErrors: Record<string, string>; refused?: WorkspaceProblem }

/** The domain follows the workspace name until it is typed. */
export function WorkspaceForm({ founder, domainErrors, refused }: Props) {
  const { wanted, fields } = refused ?? {}
  const fault = useFaults(fields)
  const isCreating = useIsPosting()
  const [name, setName] = useState(wanted?.name ?? '')
  const [ownDomain, setOwnDomain] = useState(wanted?.domain)
  const domain = ownDomain ?? suggestDomain(name)
  return (
    <PostForm answer={refused} className="grid grid-cols-1 gap-4">
      <OwnName name={wanted?.userName ?? founder.name} surname={wanted?.userSurname ?? founder.surname} fault={fault} />
      <Field label="Workspace name" {...fault('name')}>
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
        refused={wanted?.domain === domain.trim() ? fields?.domain : undefined}
        errors={domainErrors}
        onChange={setOwnDomain}
      />
      <TimeZoneField defaultValue={wanted?.timeZone} fault={fault('timeZone')} />
      <WorkspaceAddresses domain={domain} />
      {fields?.form && <Banner tone="danger">{fields.form}</Banner>}
      <div className="mt-1 flex items-center justify-between gap-3">
        <SignOut />
        <Button type="submit" variant="primary" size="lg" busy={isCreating}>
          Create workspace
        </Button>
      </div>
      <p className="text-meta wrap-anywhere text-ink-3">You are signed in as {shownAddress(founder.email)}.</p>
    </PostForm>
  )
}

type OwnNameProps = { name: string; surname: string; fault: ReturnType<typeof useFaults> }

const OwnName = ({ name, surname, fault }: OwnNameProps) => (
  <div className="grid grid-cols-2 gap-3">
    <Field label="First name" {...fault('userName')}>
      <Input name="userName" size="lg" autoComplete="given-name" required autoFocus defaultValue={name} />
    </Field>
    <Field label="Last name" {...fault('userSurname')}>
      <Input name="userSurname" size="lg" autoComplete="family-name" defaultValue={surname} />
    </Field>
  </div>
)

const signOutForm = 'sign-out'

/** Submits the separate `SignOutForm`, so it can be inside another form. */
export function SignOut() {
  const signOut = useSignOut()

  function press(event: MouseEvent) {
    event.preventDefault()
    signOut()
  }

  return (
    <Button type="submit" form={signOutForm} variant="ghost" size="lg" className="-ml-4" onClick={press}>
      Sign out
    </Button>
  )
}

export const SignOutForm = () => <form id={signOutForm} method="post" noValidate action="/sign-out" />
