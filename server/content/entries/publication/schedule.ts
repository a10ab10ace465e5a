import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { aboutEntry } from '#contract/events.ts'
import { type Opened, openById } from '#server/content/entries/entry-call.ts'
import { listPlans, type TextState, updateSchedule, updateText } from '#server/content/entries/queries/entries.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By, NewEvent } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { bySchedule, queueSchedule, type ScheduleSteps, scheduleJob } from '#server/writing/text-life/schedule.ts'
import type { Schedule } from '#server/writing/text-life/text-state.ts'
import { publishTexts, unpublishTexts } from './publish.ts'

export function refuseEndBefore(publishAt: string | null, end: string) {
  if (publishAt && Date.parse(end) <= Date.parse(publishAt))
    throw new Refusal('time-in-the-past', { fields: { at: 'Choose a time after its publication' } })
}

/** Schedules a text. Records nothing if the same member has already scheduled the same times. */
export async function setSchedule(
  tx: WorkspaceTx,
  { entryId, language }: Pick<TextState, 'entryId' | 'language'>,
  { publishAt, unpublishAt }: Schedule,
  by: By,
) {
  const plan = { publishAt, unpublishAt, plannedBy: by.actor.id ?? null }
  if (!(await updateSchedule(tx, { entryId, language }, plan))) return
  const about = { subject: aboutEntry(entryId), by, audience: 'team' } as const
  await record(tx, { type: 'entry.planned', ...about, new: { language, publishAt, unpublishAt } })
}

const TextKey = z.object({ entryId: Id, language: z.string() })

// The whole team can read in the history why a scheduled publication failed. Therefore the message names no hidden
// field.
const everyMember = { caller: { isAdmin: false, key: null } }

const steps: ScheduleSteps<z.output<typeof TextKey>, Opened, TextState> = {
  async open(tx, { entryId, language }) {
    const subject = await openById(tx, entryId)
    const text = subject?.texts.find((one) => one.language === language)
    return subject && text && !subject.entry.trashedAt ? { subject, text } : undefined
  },
  publish: (tx, { subject, text }, until) =>
    publishTexts(tx, subject, [text], { by: bySchedule, member: everyMember, until }),
  unpublish: (tx, { subject, text }) => unpublishTexts(tx, subject, [text], { by: bySchedule }),
  setSchedule: updateText,
  explain: firstFault,
  recordFailure: (tx, { entry }, failure) =>
    record(tx, {
      type: 'entry.plan-failed',
      subject: aboutEntry(entry.id),
      by: bySchedule,
      audience: 'team',
      new: failure,
    }),
}

function firstFault({ model }: Opened, { message, fields = {} }: Refusal): string {
  const [path, fault] = Object.entries(fields)[0] ?? []
  if (!path || !fault) return message
  const [key] = path.split('.')
  const label = model.fields.find((field) => field.key === key)?.label || key!
  return fault.includes(label) ? fault : `${label}: ${fault}`
}

export const entryScheduleJob = scheduleJob('entries.keep-plan', TextKey, steps)

export const queueEntrySchedule = (tx: WorkspaceTx, { subject, new: planned }: NewEvent<'entry.planned'>) =>
  queue(tx, { entryId: subject.id, ...planned })

/** Queues all schedules of a restored model again, because jobs did nothing while the model was deleted. */
export async function queueSchedulesOfModel(
  tx: WorkspaceTx,
  { subject, with: { isBack } }: NewEvent<'content-model.changed'>,
) {
  if (isBack) for (const text of await listPlans(tx, subject.id)) await queue(tx, text)
}

const queue = (tx: WorkspaceTx, { entryId, language, ...schedule }: Schedule & { entryId: string; language: string }) =>
  queueSchedule(tx, entryScheduleJob, { subjectId: entryId, language, key: { entryId, language } }, schedule)
