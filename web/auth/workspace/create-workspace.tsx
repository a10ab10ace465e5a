import { Clock } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { showRegistration } from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { type showDomainAvailability, workspaceErrors } from '#contract/workspace/settings.ts'
import { RegistrationClosed, Steps } from '#web/auth/register/registration-closed.tsx'
import { api } from '#web/lib/api.ts'
import { listTimeZones, ownTimeZone } from '#web/lib/time/time-zones.ts'
import { useSite } from '#web/lib/use-site.ts'
import { ask } from '#web/lib/write/ask.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { type Fault, useFaults } from '#web/lib/write/use-faults.ts'
import { useSignOut } from '#web/shell/account/use-sign-out.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { Route } from './+types/create-workspace.ts'
import { foundWorkspace, type WorkspaceProblem } from './found-workspace.ts'
import { suggestDomain } from './suggest-domain.ts'

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
        Your team and your customers see this name. You can change it later.
      </AuthTitle>
      <WorkspaceForm {...given} refused={actionData} />
      <SignOutForm />
    </>
  )
}

type Founder = { email: string; name: string; surname: string }
type Props = { founder: Founder; domainErrors: Record<string, string>; refused?: WorkspaceProblem }

function WorkspaceForm({ founder, domainErrors, refused }: Props) {
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
        <Input name="name" size="lg" autoComplete="organization" required value={name} onText={setName} />
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

const OwnName = ({ name, surname, fault }: { name: string; surname: string; fault: ReturnType<typeof useFaults> }) => (
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

/** Submits the separate form `SignOutForm`. HTML does not allow a form inside another form. */
function SignOut() {
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

const SignOutForm = () => <form id={signOutForm} method="post" noValidate action="/sign-out" />

function WorkspaceAddresses({ domain }: { domain: string }) {
  const { rootDomain } = useSite()
  const host = `${domain.trim().toLowerCase() || 'your-domain'}.${rootDomain}`
  const addresses = [
    { label: 'Your team', path: '' },
    { label: 'Customer area', path: '/customer/dashboard' },
    { label: 'Help centre', path: '/knowledgebase' },
  ]
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-y-1 rounded-sm bg-sunken px-3.5 py-3 text-meta/4.5">
      {addresses.map(({ label, path }) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="wrap-anywhere">
            {host}
            <wbr />
            {path}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function TimeZoneField({ defaultValue, fault }: { defaultValue?: string; fault: Fault }) {
  const [zone, setZone] = useState(defaultValue ?? 'UTC')
  const [isFromBrowser, setFromBrowser] = useState(false)
  useEffect(() => {
    if (defaultValue) return
    setZone(ownTimeZone())
    setFromBrowser(true)
  }, [defaultValue])

  function choose(next: string) {
    setZone(next)
    setFromBrowser(false)
  }

  return (
    <Field
      label="Time zone"
      hint={isFromBrowser && 'From your browser'}
      help="Reports and due dates use this zone."
      {...fault}
    >
      <Select name="timeZone" size="lg" icon={Clock} options={listTimeZones()} value={zone} onChange={choose} />
    </Field>
  )
}

type DomainFieldProps = {
  domain: string
  refused?: string
  errors: Record<string, string>
  onChange: (domain: string) => void
}

function DomainField({ domain, refused, errors, onChange }: DomainFieldProps) {
  const { rootDomain } = useSite()
  const { isChecking, isFree, error } = useDomainCheck(domain.trim())
  return (
    <Field
      label="Domain"
      hint="3 to 40 letters, numbers or hyphens"
      help="Part of the URL of your workspace"
      error={refused ?? (error && (errors[error] ?? 'An unexpected error occurred'))}
      checking={isChecking && 'Checking'}
      valid={isFree && `${domain.trim().toLowerCase()}.${rootDomain} is available`}
    >
      <Input
        name="domain"
        size="lg"
        value={domain}
        onText={onChange}
        suffix={`.${rootDomain}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </Field>
  )
}

const pauseMs = 300

type DomainCheck = { domain: string; error: string | null }

function useDomainCheck(domain: string) {
  const [checked, setChecked] = useState<DomainCheck>()
  const [isChecking, setChecking] = useState(false)

  useEffect(() => {
    setChecking(false)
    if (!domain) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      setChecking(true)
      const { answer } = await ask<typeof showDomainAvailability>('GET', '/api/v1/domain-availability', {
        query: { domain },
        signal: stop.signal,
      }).catch(() => ({ answer: undefined }))
      if (stop.signal.aborted) return
      setChecking(false)
      setChecked(answer ? { domain, error: answer.error } : undefined)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [domain])

  const isKnown = checked?.domain === domain
  return { isChecking, isFree: isKnown && checked.error === null, error: isKnown ? checked.error : null }
}
