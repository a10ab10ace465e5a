import { type FormEvent, useState } from 'react'
import { redirect } from 'react-router'
import type { z } from 'zod'
import { keysOf } from '#contract/keys-of.ts'
import type { Problem } from '#contract/refusals.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { type endOtherSessions, type endSession, listSessions } from '#contract/workspace/session.ts'
import { showWorkspace } from '#contract/workspace/settings.ts'
import { changeProfile, type Profile as ProfileAnswer, showProfile } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { DeviceList, type DeviceSession } from '#web/lib/devices/device-list.tsx'
import { type Theme, useTheme } from '#web/lib/look/theme.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { listTimeZones } from '#web/lib/time/time-zones.ts'
import { useSite } from '#web/lib/use-site.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { SignaturePreview } from '#web/lib/words/signature-preview.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { type Fault, useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput, Input } from '#web/ui/form/input.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/profile.ts'

export const meta = () => [{ title: 'Profile · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [profile, sessions, { supportName, signature }] = await Promise.all([
    call(showProfile, {}),
    call(listSessions, {}),
    call(showWorkspace, {}),
  ])
  const isWelcome = new URL(request.url).searchParams.has('welcome')
  if (isWelcome && profile.name) throw redirect('/')
  return { profile, sessions: sessions.items, signing: { supportName, signature }, isWelcome }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const { problem } = await context
    .get(api)
    .attempt(changeProfile, { body: { name: text('name'), surname: text('surname') } })
  if (problem) return { problem }
  throw redirect('/')
}

export default function Profile({
  loaderData: { profile, sessions, signing, isWelcome },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageBar title={isWelcome ? 'Welcome' : 'Profile'} />
      {isWelcome ? (
        <Welcome problem={actionData?.problem} />
      ) : (
        <ProfilePage profile={profile} sessions={sessions} signing={signing} />
      )}
    </>
  )
}

function Welcome({ problem }: { problem?: Problem }) {
  const { workspace } = useSite()
  const fault = useFaults(problem?.fields)
  const isSaving = useIsPosting()
  return (
    <ScrollArea className="px-4 py-8 md:px-5 md:py-16">
      <PostForm answer={problem} className="mx-auto grid max-w-100 gap-4">
        <div>
          <h2 className="mb-1.5 text-head font-semibold">What is your name?</h2>
          <p className="text-body text-ink-2">{`Shown to your team at ${workspace?.name ?? 'work'} and to your customers, next to your messages.`}</p>
        </div>
        <Field label="First name" {...fault('name')}>
          <Input name="name" size="lg" autoComplete="given-name" required autoFocus />
        </Field>
        <Field label="Last name" {...fault('surname')}>
          <Input name="surname" size="lg" autoComplete="family-name" />
        </Field>
        {problem && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
        <Button type="submit" variant="primary" size="lg" keys="enter" busy={isSaving}>
          Continue
        </Button>
      </PostForm>
    </ScrollArea>
  )
}

const formId = 'profile'
const loadAddressDialog = () => import('./address-dialog.tsx')

/** How replies of the workspace are signed. */
type Signing = { supportName: string; signature: string }
type PageProps = { profile: OwnProfile; sessions: DeviceSession[]; signing: Signing }

function ProfilePage({ profile, sessions, signing }: PageProps) {
  const [draft, setDraft] = useState(() => draftOf(profile))
  const { write, problem, isPending } = useWrite(saveProfile, {
    done: () => 'Profile saved',
    onDone: (saved) => setDraft(draftOf(saved)),
    changesFrame: true,
  })

  const [isChangingAddress, setChangingAddress] = useState(false)
  const address = useLazyModule(loadAddressDialog, isChangingAddress)
  const fault = useFaults(problem?.fields)
  const form = useFocusOnFault(problem)

  function save(event: FormEvent) {
    event.preventDefault()
    write(bodyOf(draft))
  }

  const parts = {
    draft,
    fault,
    onChange: (changes: Partial<ProfileDraft>) => setDraft({ ...draft, ...changes }),
  }
  return (
    <>
      <ScrollArea>
        <SettingsForm>
          {problem && (
            <Banner tone="danger" className="mt-3">
              {problem.detail}
            </Banner>
          )}
          <form ref={form} id={formId} onSubmit={save} noValidate>
            <SettingsSection title="About you" description="Customers see your name and picture next to your replies.">
              <AboutYou {...{ profile, signing }} onChangeAddress={() => setChangingAddress(true)} {...parts} />
            </SettingsSection>
            <SettingsSection title="Language and display" description="Applies to you only.">
              <Display profile={profile} {...parts} />
            </SettingsSection>
            <SettingsSection title="Notifications" description="Sent to your e-mail address.">
              <NotificationChoices {...parts} />
            </SettingsSection>
          </form>
          <SettingsSection title="Signed-in devices" description="Sign out any device that you do not recognise.">
            <Devices sessions={sessions} />
          </SettingsSection>
        </SettingsForm>
      </ScrollArea>
      {address && (
        <address.AddressDialog
          key={profile.email}
          open={isChangingAddress}
          email={profile.email}
          onClose={() => setChangingAddress(false)}
        />
      )}
      <SaveBar
        form={formId}
        changes={countChanges(draft, draftOf(profile))}
        busy={isPending}
        onDiscard={() => setDraft(draftOf(profile))}
      />
    </>
  )
}

function Devices({ sessions }: { sessions: DeviceSession[] }) {
  const one = useWrite(
    (id: string) => ask<typeof endSession>('DELETE', '/api/v1/sessions/:id', { params: { id }, waits: true }),
    { inTurn: true, done: () => 'Device signed out' },
  )
  const others = useWrite(() => ask<typeof endOtherSessions>('DELETE', '/api/v1/sessions', { waits: true }), {
    done: () => 'All other devices signed out',
  })
  const problem = one.problem ?? others.problem

  return (
    <div className="grid max-w-130 justify-items-start gap-3">
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <DeviceList sessions={sessions} isEnding={(id) => one.underWay.includes(id)} onEnd={one.write} />
      {sessions.length > 1 && (
        <Button busy={others.isPending} onClick={() => others.write()}>
          Sign out of all other devices
        </Button>
      )}
    </div>
  )
}

type Props = DraftProps & Omit<PageProps, 'sessions'> & { onChangeAddress: () => void }

const AboutYou = ({ profile, signing, draft, fault, onChange, onChangeAddress }: Props) => (
  <div className="grid max-w-120 gap-4">
    <div className="flex items-center gap-3">
      <Avatar name={fullName(profile)} src={profile.avatarUrl} size={40} />
      <p className="text-meta text-ink-3">
        {profile.avatarUrl
          ? 'The avatar service finds your picture by your e-mail address. If it has none, your initials are shown.'
          : 'Pictures are turned off on this server, so your initials are shown.'}
      </p>
    </div>
    <div className="grid gap-4 md:grid-cols-2">
      <Field label="First name" {...fault('name')}>
        <Input name="name" autoComplete="given-name" value={draft.name} onText={(text) => onChange({ name: text })} />
      </Field>
      <Field label="Last name" {...fault('surname')}>
        <Input
          name="surname"
          autoComplete="family-name"
          value={draft.surname}
          onText={(text) => onChange({ surname: text })}
        />
      </Field>
    </div>
    <Field label="Signature" help="Below your name in replies by mail, for example your role." {...fault('signature')}>
      <Textarea
        name="signature"
        rows={2}
        maxLength={1000}
        value={draft.signature}
        onText={(text) => onChange({ signature: text })}
      />
    </Field>
    <SignaturePreview
      member={{ agentName: `${draft.name} ${draft.surname}`.trim(), signature: draft.signature }}
      workspace={signing}
    />
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label="Work e-mail" help="You sign in with this address.">
          <EmailInput value={shownAddress(profile.email)} readOnly />
        </Field>
      </div>
      <Button size="md" className="mb-6" onClick={onChangeAddress}>
        Change e-mail…
      </Button>
    </div>
  </div>
)

const choices = [
  { name: 'assigned', label: 'A ticket is assigned to me' },
  { name: 'customerReplied', label: 'A customer replies to a ticket that is assigned to me or that I follow' },
  { name: 'deliveryFailed', label: 'A reply of mine could not be delivered' },
  { name: 'mentioned', label: 'Someone mentions me in a comment or a note' },
  { name: 'reviews', label: 'Someone asks me for a review, or returns a text that I sent for review' },
  { name: 'handedOver', label: 'I take over work from someone who leaves' },
] as const

const NotificationChoices = ({ draft, onChange }: DraftProps) => (
  <fieldset className="grid justify-items-start gap-2.5">
    <legend className="mb-2.5 text-meta text-ink-3">Send me a mail when</legend>
    {choices.map(({ name, label }) => (
      <Checkbox
        key={name}
        name={name}
        label={label}
        checked={draft[name]}
        onChange={(event) => onChange({ [name]: event.target.checked })}
      />
    ))}
  </fieldset>
)

const saveProfile = (body: z.input<typeof changeProfile.body>) =>
  ask<typeof changeProfile>('PATCH', '/api/v1/profile', { body, waits: true })

const Display = ({ profile, draft, fault, onChange }: DraftProps & { profile: OwnProfile }) => (
  <>
    <div className="grid max-w-120 gap-4 md:grid-cols-[2fr_3fr]">
      <Field label="Language">
        <Select name="language" options={[{ value: 'en', label: 'English' }]} value={draft.language} />
      </Field>
      <TimeZone value={draft.timeZone} fault={fault('timeZone')} onChange={(timeZone) => onChange({ timeZone })} />
    </div>
    <ThemeChoice />
    <SingleKeys isOn={profile.singleKeys} />
  </>
)

function TimeZone({ value, fault, onChange }: { value: string; fault: Fault; onChange: (timeZone: string) => void }) {
  const { workspace } = useSite()
  const options = [{ value: '', label: 'Same as the workspace', detail: workspace?.timeZone }, ...listTimeZones()]
  return (
    <Field label="Time zone" {...fault}>
      <Select name="timeZone" options={options} value={value} onChange={onChange} />
    </Field>
  )
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] satisfies { value: Theme; label: string }[]

function ThemeChoice() {
  const [theme, setTheme] = useTheme()
  const { write } = useWrite(saveProfile, { inTurn: true, tellsProblem: true })

  function choose(next: Theme) {
    setTheme(next)
    write({ theme: next })
  }

  return (
    <div className="flex items-center gap-3">
      <span aria-hidden className="w-18 font-medium">
        Theme
      </span>
      <Segments label="Theme" options={themes} value={theme} onChange={choose} />
    </div>
  )
}

function SingleKeys({ isOn }: { isOn: boolean }) {
  const { write, underWay } = useWrite(saveProfile, { inTurn: true, tellsProblem: true, changesFrame: true })
  return (
    <div>
      <Switch
        label="Single-key shortcuts"
        checked={underWay.at(-1)?.singleKeys ?? isOn}
        onChange={(singleKeys) => write({ singleKeys })}
      />
      <p className="mt-1 ml-9 text-meta text-ink-3">
        Keys such as J, K or C, without Ctrl or ⌘. Press ? to see all shortcuts.
      </p>
    </div>
  )
}

type OwnProfile = z.output<typeof ProfileAnswer>

/** The unsaved profile values. An empty `timeZone` means the time zone of the workspace. */
type ProfileDraft = Pick<OwnProfile, 'name' | 'surname' | 'signature' | 'language'> &
  OwnProfile['notifications'] & { timeZone: string }

type DraftProps = {
  draft: ProfileDraft
  fault: ReturnType<typeof useFaults>
  onChange: (changes: Partial<ProfileDraft>) => void
}

const draftOf = ({ name, surname, signature, language, timeZone, notifications }: OwnProfile): ProfileDraft => ({
  name,
  surname,
  signature,
  language,
  timeZone: timeZone ?? '',
  ...notifications,
})

const countChanges = (draft: ProfileDraft, saved: ProfileDraft) =>
  keysOf(saved).filter((key) => draft[key] !== saved[key]).length

const bodyOf = ({ name, surname, signature, language, timeZone, ...notifications }: ProfileDraft) => ({
  name,
  surname,
  signature,
  language,
  timeZone: timeZone || null,
  notifications,
})
