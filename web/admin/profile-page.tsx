import { type FormEvent, useState } from 'react'
import type { DeviceSession } from '#web/lib/devices/device-list.tsx'
import { useLater } from '#web/lib/network/use-later.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { AboutYou } from './about-you.tsx'
import { Devices } from './devices.tsx'
import { Display } from './display.tsx'
import { NotificationChoices } from './notification-choices.tsx'
import { bodyOf, countChanges, draftOf, type Profile, type ProfileDraft } from './profile-draft.ts'
import { saveProfile } from './save-profile.ts'

const formId = 'profile'
const loadAddressDialog = () => import('./address-dialog.tsx')

/** Text changes wait for Save; theme and shortcuts change at once. */
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
