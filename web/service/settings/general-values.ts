import type { z } from 'zod'
import { isEmailAddress } from '#contract/email-address.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { changeWorkspace, Workspace as WorkspaceSchema } from '#contract/workspace/settings.ts'
import { numberIn } from '#web/lib/words/number-in.ts'
import type { useFaults } from '#web/lib/write/use-faults.ts'

type Workspace = z.output<typeof WorkspaceSchema>
export type GeneralValues = Pick<
  Workspace,
  | 'name'
  | 'timeZone'
  | 'accentColor'
  | 'supportName'
  | 'signature'
  | 'replyStatus'
  | 'assignsOnReply'
  | 'detectsThanks'
  | 'tellsSolved'
> & { reopenDays: string; closeDays: string; remindDays: string; formsAndLists: string; logo: Logo }

export type Logo = { fileId: string | null; url: string | null }

export type SectionProps = {
  values: GeneralValues
  change<Name extends keyof GeneralValues>(name: Name, value: GeneralValues[Name]): void
  fault: ReturnType<typeof useFaults>
}

export function settingsOf({
  logoUrl,
  logoFileId,
  reopenDays,
  closeDays,
  remindDays,
  formsAndLists,
  ...workspace
}: Workspace): GeneralValues {
  const {
    name,
    timeZone,
    accentColor,
    supportName,
    signature,
    replyStatus,
    assignsOnReply,
    detectsThanks,
    tellsSolved,
  } = workspace
  return {
    ...{ name, timeZone, accentColor, supportName, signature, replyStatus, assignsOnReply, detectsThanks, tellsSolved },
    reopenDays: String(reopenDays),
    closeDays: String(closeDays),
    remindDays: String(remindDays),
    formsAndLists: formsAndLists.map(shownAddress).join('\n'),
    logo: { fileId: logoFileId, url: logoUrl },
  }
}

const dayFields = ['reopenDays', 'closeDays', 'remindDays'] as const

export function faultsIn(changes: Partial<GeneralValues>) {
  const faults: Record<string, string> = {}
  for (const field of dayFields) {
    const typed = changes[field]
    if (typed !== undefined && !isDays(typed)) faults[field] = 'Use a whole number from 0 to 365'
  }
  if (changes.name?.trim() === '') faults.name = 'Enter a name'
  if (changes.supportName?.trim() === '') faults.supportName = 'Enter a name'
  const odd = addressesIn(changes.formsAndLists ?? '').find((line) => !isEmailAddress(line))
  if (odd) faults.formsAndLists = `“${odd}” is no e-mail address`
  if (changes.accentColor && !isColor(changes.accentColor)) faults.accentColor = 'Use a colour like #0B6A79'
  return faults
}

const addressesIn = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean)
const isDays = (typed: string) => /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= 365
export const isColor = (typed: string) => /^#[0-9a-f]{6}$/i.test(typed)

export const toBody = ({
  logo,
  reopenDays,
  closeDays,
  remindDays,
  formsAndLists,
  ...others
}: Partial<GeneralValues>): z.input<typeof changeWorkspace.body> => ({
  ...others,
  ...(logo && { logoFileId: logo.fileId }),
  ...(reopenDays !== undefined && { reopenDays: numberIn(reopenDays) }),
  ...(closeDays !== undefined && { closeDays: numberIn(closeDays) }),
  ...(remindDays !== undefined && { remindDays: numberIn(remindDays) }),
  ...(formsAndLists !== undefined && { formsAndLists: addressesIn(formsAndLists) }),
})
