import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { aboutEntry, noOne } from '#contract/events.ts'
import { type Opened, openById } from '#server/content/entries/entry-call.ts'
import { listPlans, type TextState, updatePlan, updateText } from '#server/content/entries/queries/entries.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By, NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { lastingRefusal, Refusal } from '#server/platform/refusal.ts'
import { publishTexts, unpublishTexts } from './publish.ts'

const skewMs = 5000

export function refusePast(at: string | undefined, until: string | null | undefined) {
  if (at && Date.parse(at) <= Date.now())
    throw new Refusal('time-in-the-past', { fields: { at: 'Choose a time in the future' } })
  if (until && Date.parse(until) <= (at ? Date.parse(at) : Date.now()))
    throw new Refusal('time-in-the-past', {
      ...(at && { detail: 'It would be taken away before it is published. Choose a later time for that.' }),
      fields: { until: 'Choose a later time' },
    })
}

/** What ends before it is published would never be there. */
export function refuseEndBefore(publishAt: string | null, end: string) {
  if (publishAt && Date.parse(end) <= Date.parse(publishAt))
    throw new Refusal('time-in-the-past', { fields: { at: 'Choose a time after its publication' } })
}

/** An end that was planned stays where nothing is said of it: before the publication it is that of what readers have. */
export const keptEnd = ({ liveVersion, unpublishAt }: TextState, at: string): string | null =>
  unpublishAt !== null && (liveVersion !== null || Date.parse(unpublishAt) > Date.parse(at)) ? unpublishAt : null

type Planned = { entryId: string; language: string; by: By } & Pick<TextState, 'publishAt' | 'unpublishAt'>

/** Sets what is planned for a language; whoever did it is the one who publishes then. */
/** Nothing happens where the same one has planned it so already. */
export async function setPlan(tx: WorkspaceTx, { entryId, language, by, ...times }: Planned) {
  const plan = { ...times, plannedBy: by.actor.id ?? null }
  if (!(await updatePlan(tx, { entryId, language }, plan))) return
  const about = { subject: aboutEntry(entryId), by, audience: 'team' } as const
  await record(tx, { type: 'entry.planned', ...about, new: { language, ...times } })
}

const OneText = z.object({ entryId: Id, language: z.string() })
type OneText = z.output<typeof OneText>

/**
 * Does what is planned for a text and due. It looks at the plan as it is now, so that a job that comes late, twice or for a
 * plan that was changed does the right thing.
 */
export const keepPlan = job('entries.keep-plan', OneText, async (text, { inWorkspace }) => {
  // By itself, so that it stays done where the publication is refused.
  await inWorkspace((tx) => endBefore(tx, text))
  const refusal = await inWorkspace((tx) => doWhatIsDue(tx, text)).catch(lastingRefusal)
  if (refusal) await inWorkspace((tx) => giveUpPlan(tx, text, refusal))
})

const by = { actor: noOne, cause: 'planned' } as const
/** The whole team reads in the history why a plan failed. */
const everyMember = { caller: { isAdmin: false, key: null } }

/** An end before the publication is that of what readers have until then. */
async function endBefore(tx: WorkspaceTx, { entryId, language }: OneText) {
  const opened = await openById(tx, entryId)
  const text = findText(opened, language)
  if (!opened || !text || opened.entry.trashedAt) return
  if (endsFirst(text) && isDue(text.unpublishAt)) await endText(tx, opened, text)
}

const endsFirst = ({ publishAt, unpublishAt }: TextState) =>
  publishAt !== null && unpublishAt !== null && Date.parse(unpublishAt) <= Date.parse(publishAt)

async function doWhatIsDue(tx: WorkspaceTx, { entryId, language }: OneText) {
  const opened = await openById(tx, entryId)
  const text = findText(opened, language)
  if (!opened || !text || opened.entry.trashedAt) return
  const isOver = endsFirst(text)
  if (isDue(text.publishAt))
    await publishTexts(tx, opened, [text], { by, member: everyMember, ...(isOver && { until: null }) })
  if (isOver || !isDue(text.unpublishAt)) return
  const now = await openById(tx, entryId)
  await endText(tx, now!, findText(now, language)!)
}

async function endText(tx: WorkspaceTx, opened: Opened, text: TextState) {
  if (text.liveVersion === null) await updateText(tx, text, { unpublishAt: null })
  else await unpublishTexts(tx, opened, [text], { by })
}

const findText = (opened: Opened | undefined, language: string) =>
  opened?.texts.find((text) => text.language === language)

/** What is refused now would be refused again: the plan ends, and the history says why. */
async function giveUpPlan(tx: WorkspaceTx, { entryId, language }: OneText, refusal: Refusal) {
  const opened = await openById(tx, entryId)
  const text = findText(opened, language)
  const to = isDue(text?.publishAt ?? null) ? 'publish' : 'unpublish'
  const at = text?.[`${to}At`]
  if (!opened || !text || !at || !isDue(at)) return
  // What readers have still ends when it was to.
  const end = to === 'publish' && text.liveVersion !== null ? text.unpublishAt : null
  await updateText(tx, text, { publishAt: null, unpublishAt: end })
  const about = { subject: aboutEntry(entryId), by, audience: 'team' } as const
  await record(tx, {
    type: 'entry.plan-failed',
    ...about,
    new: { language, to, at: new Date(at).toISOString(), reason: refusal.code, why: whyIn(opened, refusal) },
  })
}

/** The first fault, with the name of its field. */
function whyIn({ model }: Opened, { message, fields = {} }: Refusal): string {
  const [path, fault] = Object.entries(fields)[0] ?? []
  if (!path || !fault) return message
  const [key] = path.split('.')
  const label = model.fields.find((field) => field.key === key)?.label || key!
  return fault.includes(label) ? fault : `${label}: ${fault}`
}

const isDue = (time: string | null) => time !== null && Date.parse(time) <= Date.now() + skewMs

/** Queues what keeps a plan at its times. */
export async function keepEntryLater(
  tx: WorkspaceTx,
  { subject, new: { language, ...times } }: NewEvent<'entry.planned'>,
) {
  await queue(tx, { entryId: subject.id, language }, times)
}

/** What fell due while a model was hidden is made up for. */
export async function keepPlansOfModel(
  tx: WorkspaceTx,
  { subject, with: { isBack } }: NewEvent<'content-model.changed'>,
) {
  if (!isBack) return
  for (const { entryId, language, ...times } of await listPlans(tx, subject.id))
    await queue(tx, { entryId, language }, times)
}

async function queue(tx: WorkspaceTx, text: OneText, times: Pick<TextState, 'publishAt' | 'unpublishAt'>) {
  for (const [name, time] of Object.entries(times)) {
    if (time === null) continue
    const key = `${keepPlan.name}:${text.entryId}:${text.language}:${name}`
    await enqueue(tx, keepPlan, text, { runAt: new Date(time), key })
  }
}
