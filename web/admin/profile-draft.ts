import type { z } from 'zod'
import type { Profile as ProfileAnswer } from '#contract/workspace/team.ts'
import type { useFaults } from '#web/lib/write/use-faults.ts'

export type Profile = z.output<typeof ProfileAnswer>

/** Unsaved changes. An empty time zone is the one of the workspace. */
export type ProfileDraft = Pick<Profile, 'name' | 'surname' | 'language'> &
  Profile['notifications'] & { timeZone: string }

export type DraftProps = {
  draft: ProfileDraft
  fault: ReturnType<typeof useFaults>
  onChange: (changes: Partial<ProfileDraft>) => void
}

export const draftOf = ({ name, surname, language, timeZone, notifications }: Profile): ProfileDraft => ({
  name,
  surname,
  language,
  timeZone: timeZone ?? '',
  ...notifications,
})

export const countChanges = (draft: ProfileDraft, saved: ProfileDraft) =>
  (Object.keys(saved) as (keyof ProfileDraft)[]).filter((key) => draft[key] !== saved[key]).length

export const bodyOf = ({ name, surname, language, timeZone, ...notifications }: ProfileDraft) => ({
  name,
  surname,
  language,
  timeZone: timeZone || null,
  notifications,
})
