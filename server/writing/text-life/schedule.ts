import type { z } from 'zod'
import { systemActor } from '#contract/events.ts'
import type { FailedPlan } from '#contract/writing/failed-plan.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, type Job, job } from '#server/platform/jobs.ts'
import { lastingRefusal, Refusal } from '#server/platform/refusal.ts'
import type { Schedule, TextState } from './text-state.ts'

type ScheduledText = Pick<TextState, 'language' | 'liveVersion'> & Schedule

/** Tolerance for a job that runs early: a scheduled time this far in the future is already due. */
const skewMs = 5000

export function refusePast(at: string | null | undefined, until: string | null | undefined) {
  if (at && Date.parse(at) <= Date.now())
    throw new Refusal('time-in-the-past', { fields: { at: 'Choose a time in the future' } })
  if (until && Date.parse(until) <= (at ? Date.parse(at) : Date.now()))
    throw new Refusal('time-in-the-past', {
      ...(at && { detail: 'It would be unpublished before it is published. Choose a later time to unpublish.' }),
      fields: { until: 'Choose a later time' },
    })
}

/**
 * Returns when a text published at `at` will be unpublished: `until`, or else the time that is already scheduled. Keeps
 * a scheduled time before `at` only if the text already has a published version.
 */
export function endOfPublication(text: ScheduledText, at: string, until: string | null | undefined): string | null {
  if (until !== undefined) return until
  const { liveVersion, unpublishAt } = text
  return unpublishAt !== null && (liveVersion !== null || Date.parse(unpublishAt) > Date.parse(at)) ? unpublishAt : null
}

export type ScheduleSteps<Key, Subject, Text extends ScheduledText> = {
  /** Locks and returns the article or entry with its text. Undefined if one of them is deleted or in the trash. */
  open: (tx: WorkspaceTx, key: Key) => Promise<{ subject: Subject; text: Text } | undefined>
  publish: (tx: WorkspaceTx, opened: { subject: Subject; text: Text }, unpublishAt: string | null) => Promise<unknown>
  unpublish: (tx: WorkspaceTx, opened: { subject: Subject; text: Text }) => Promise<unknown>
  setSchedule: (tx: WorkspaceTx, text: Text, schedule: Schedule) => Promise<unknown>
  explain: (subject: Subject, refusal: Refusal) => string
  recordFailure: (tx: WorkspaceTx, subject: Subject, failure: FailedPlan) => Promise<unknown>
}

export const bySchedule = { actor: systemActor, cause: 'planned' } as const

/**
 * Returns a job that publishes and unpublishes a text on schedule. The job reads the current schedule, so it can run
 * late, twice, or after the schedule changed.
 */
export function scheduleJob<Key extends z.ZodType, Subject, Text extends ScheduledText>(
  name: string,
  keySchema: Key,
  steps: ScheduleSteps<z.output<Key>, Subject, Text>,
) {
  return job(name, keySchema, async (key, { inWorkspace }) => {
    // Unpublishes the former version in a separate transaction. The text stays unpublished if the new publication is
    // refused.
    await inWorkspace((tx) => endFormerPublication(tx, key))
    const refusal = await inWorkspace((tx) => doWhatIsDue(tx, key)).catch(lastingRefusal)
    if (refusal) await inWorkspace((tx) => cancelRefused(tx, key, refusal))
  })

  /** Unpublishes the current version if its end is due and is not after the scheduled publication. */
  async function endFormerPublication(tx: WorkspaceTx, key: z.output<Key>) {
    const opened = await steps.open(tx, key)
    if (opened && endsFirst(opened.text) && isDue(opened.text.unpublishAt)) await end(tx, opened)
  }

  async function doWhatIsDue(tx: WorkspaceTx, key: z.output<Key>) {
    const opened = await steps.open(tx, key)
    if (!opened) return
    const { publishAt, ...text } = opened.text
    const unpublishAt = endsFirst(opened.text) ? null : text.unpublishAt
    if (isDue(publishAt)) await steps.publish(tx, opened, unpublishAt)
    if (isDue(unpublishAt)) await end(tx, (await steps.open(tx, key))!)
  }

  async function end(tx: WorkspaceTx, opened: { subject: Subject; text: Text }) {
    const { text } = opened
    if (text.liveVersion !== null) await steps.unpublish(tx, opened)
    await steps.setSchedule(tx, text, { publishAt: text.publishAt, unpublishAt: null })
  }

  /** Cancels a refused schedule, because a retry would be refused again. Records the reason in the history. */
  async function cancelRefused(tx: WorkspaceTx, key: z.output<Key>, refusal: Refusal) {
    const opened = await steps.open(tx, key)
    if (!opened) return
    const { subject, text } = opened
    const to = isDue(text.publishAt) ? 'publish' : 'unpublish'
    const at = text[`${to}At`]
    if (!at || !isDue(at)) return
    // If a new publication was refused, the version that is already published keeps its scheduled end.
    const unpublishAt = to === 'publish' && text.liveVersion !== null ? text.unpublishAt : null
    await steps.setSchedule(tx, text, { publishAt: null, unpublishAt })
    const { language } = text
    const reason = { reason: refusal.code, why: steps.explain(subject, refusal) }
    await steps.recordFailure(tx, subject, { language, to, at: new Date(at).toISOString(), ...reason })
  }
}

const endsFirst = ({ publishAt, unpublishAt }: Schedule) =>
  publishAt !== null && unpublishAt !== null && Date.parse(unpublishAt) <= Date.parse(publishAt)

const isDue = (time: string | null) => time !== null && Date.parse(time) <= Date.now() + skewMs

export async function queueSchedule<Key extends z.ZodType>(
  tx: WorkspaceTx,
  scheduled: Job<Key>,
  { subjectId, language, key }: { subjectId: string; language: string; key: z.input<Key> },
  { publishAt, unpublishAt }: Schedule,
) {
  for (const [name, time] of Object.entries({ publishAt, unpublishAt })) {
    if (time === null) continue
    const jobKey = `${scheduled.name}:${subjectId}:${language}:${name}`
    await enqueue(tx, scheduled, key, { runAt: new Date(time), key: jobKey })
  }
}
