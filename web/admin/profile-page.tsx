import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { endOtherSessions, endSession } from '#contract/workspace/session.ts'
import type { changeProfile } from '#contract/workspace/team.ts'
import { DeviceList, type DeviceSession } from '#web/lib/devices/device-list.tsx'
import { type Theme, useTheme } from '#web/lib/look/theme.ts'
import { useLater } from '#web/lib/network/use-later.ts'
import { listTimeZones } from '#web/lib/time/time-zones.ts'
import { useSite } from '#web/lib/use-site.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
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
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { bodyOf, countChanges, type DraftProps, draftOf, type Profile, type ProfileDraft } from './profile-draft.ts'

const formId = 'profile'
const loadAddressDialog = () => import('./address-dialog.tsx')

export function ProfilePage({ profile, sessions }: { profile: Profile; sessions: DeviceSession[] }) {
  const [draft, setDraft] = useState(() => draftOf(profile))
  const { write, problem, isPending } = useWrite(saveProfile, {
    done: () => 'Profile saved',
    onDone: (saved) => setDraft(draftOf(saved)),
    changesFrame: true,
  })

  const [isChangingAddress, setChangingAddress] = useState(false)
  const address = useLater(loadAddressDialog, isChangingAddress)
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
              <AboutYou profile={profile} onChangeAddress={() => setChangingAddress(true)} {...parts} />
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

/** A session that is ended here loses access with its next request. */
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

type Props = DraftProps & { profile: Profile; onChangeAddress: () => void }

const AboutYou = ({ profile, draft, fault, onChange, onChangeAddress }: Props) => (
  <div className="grid max-w-120 gap-4">
    <div className="flex items-center gap-3">
      <Avatar name={fullName(profile)} src={profile.avatarUrl} size={40} />
      <p className="text-meta text-ink-3">
        {profile.avatarUrl
          ? 'Your picture comes from the avatar service, by your e-mail address. Without one, your initials are shown.'
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
  { name: 'customerReplied', label: 'A customer replies to my ticket' },
  { name: 'deliveryFailed', label: 'A reply of mine could not be delivered' },
  { name: 'mentioned', label: 'Someone mentions me in a comment' },
  { name: 'reviews', label: 'I am asked for a review, or my entry was reviewed' },
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

const Display = ({ profile, draft, fault, onChange }: DraftProps & { profile: Profile }) => (
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
