import { shownAddress } from '#contract/tickets/shown-address.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput, Input } from '#web/ui/form/input.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import type { DraftProps, Profile } from './profile-draft.ts'

type Props = DraftProps & { profile: Profile; onChangeAddress: () => void }

export const AboutYou = ({ profile, draft, fault, onChange, onChangeAddress }: Props) => (
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
        <Input
          name="name"
          autoComplete="given-name"
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label="Last name" {...fault('surname')}>
        <Input
          name="surname"
          autoComplete="family-name"
          value={draft.surname}
          onChange={(event) => onChange({ surname: event.target.value })}
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
