import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { useToast } from '#web/ui/notice/toast.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { AboutYou } from './about-you.tsx'
import type { ProfileAnswer } from './change-profile.ts'
import { Devices, type OwnSession } from './devices.tsx'
import { Display } from './display.tsx'
import { NotificationChoices } from './notification-choices.tsx'
import { countChanges, draftOf, type Profile, type ProfileDraft } from './profile-draft.ts'

const formId = 'profile'

/** What is typed waits for Save; theme and shortcuts change at once. */
export function ProfilePage({ profile, sessions }: { profile: Profile; sessions: OwnSession[] }) {
  const fetcher = useFetcher<ProfileAnswer>()
  const [draft, setDraft] = useState(() => draftOf(profile))
  const showToast = useToast()
  const answer = fetcher.data

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (answer?.saved) setDraft(draftOf(answer.saved))
    if (answer?.done) showToast({ text: answer.done })
  }, [answer?.at])

  const parts = {
    draft,
    fields: answer?.problem?.fields ?? {},
    onChange: (changes: Partial<ProfileDraft>) => setDraft({ ...draft, ...changes }),
  }
  return (
    <>
      <ScrollArea>
        <SettingsForm>
          {answer?.problem && (
            <Banner tone="danger" className="mt-3">
              {answer.problem.detail}
            </Banner>
          )}
          <fetcher.Form id={formId} method="post" noValidate>
            <SettingsSection title="About you" description="Customers see your name and picture next to your answers.">
              <AboutYou profile={profile} {...parts} />
            </SettingsSection>
            <SettingsSection title="Language and display" description="Applies to you only.">
              <Display profile={profile} {...parts} />
            </SettingsSection>
            <SettingsSection title="Notifications" description="Sent to your e-mail address.">
              <NotificationChoices {...parts} />
            </SettingsSection>
            <input type="hidden" name="intent" value="save" />
          </fetcher.Form>
          <SettingsSection title="Signed-in devices" description="Sign out of any device you do not recognise.">
            <Devices sessions={sessions} />
          </SettingsSection>
        </SettingsForm>
      </ScrollArea>
      <SaveBar
        form={formId}
        changes={countChanges(draft, draftOf(profile))}
        busy={fetcher.state !== 'idle'}
        onDiscard={() => setDraft(draftOf(profile))}
      />
    </>
  )
}
