import type {
  DanglingLead,
  publishEntry as publishContract,
  unpublishEntry as unpublishContract,
} from '#contract/content/entries.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { aboutEntry } from '#contract/events.ts'
import {
  asSeen,
  type EntryCall,
  languageFor,
  type Opened,
  openAnyEntry,
  openEntry,
  openKnown,
} from '#server/content/entries/entry-call.ts'
import {
  listEntriesById,
  listTextRows,
  lockEntryRows,
  lockLeavingRow,
  type TextState,
  updateEntry,
  updateText,
} from '#server/content/entries/queries/entries.ts'
import { deleteUses, listUserIds } from '#server/content/entries/queries/uses.ts'
import { releaseValues } from '#server/content/entries/unique-values/take-values.ts'
import { takeAgain } from '#server/content/entries/writing/write-entry.ts'
import { mayPublish } from '#server/content/models/find-models.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { refuseWithout } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { giveBack, type ReviewSteps, requestReview } from '#server/writing/text-life/review.ts'
import { endOfPublication, refusePast } from '#server/writing/text-life/schedule.ts'
import {
  findDangling,
  publishTexts,
  refuseInvalidTexts,
  type ToPublish,
  textsToPublish,
  unpublishTexts,
} from './publish.ts'
import { refuseEndBefore, setSchedule } from './schedule.ts'

type EntryName = { model: string; id: string }

type Publication = Partial<BodyOf<typeof publishContract>>

type Locales = { locale?: string | undefined; locales?: string[] | undefined }
const localesIn = ({ locale, locales }: Locales) => (locale === undefined ? locales : [locale])

/**
 * Publishes languages of an entry, now or at a time, together with the entries in `with`. Returns the referenced
 * entries that are still not published.
 */
export async function publish(call: EntryCall, named: EntryName, body: Publication): Promise<DanglingLead[]> {
  const { tx, caller } = call
  const { at, until, note, with: others = [] } = body
  const locales = localesIn(body)
  if (others.length > 0) await lockEntryRows(tx, [named.id, ...others])
  const opened = await openEntry(call, named)
  refuseReserved(call, opened)
  refusePast(at, until)
  const by = byMember(caller)
  const texts = textsToPublish(opened, locales)
  const beside = await openOthers(call, others, opened.entry.id)
  const all = [{ opened, texts }, ...beside]
  const dangling = await findDangling(
    tx,
    all.map((one) => ({ ...one, opened: asSeen(call, one.opened) })),
    at,
  )
  if (body.dangling === 'refuse' && dangling.length > 0) throw danglingRefusal(dangling)
  if (at) {
    await scheduleAll(call, beside, { by, at })
    await scheduleAll(call, [{ opened, texts }], { by, at, until })
    return dangling
  }
  for (const other of beside) await publishTexts(tx, other.opened, other.texts, { by, member: call })
  await publishTexts(tx, opened, texts, { by, member: call, note })
  if (until === undefined) return dangling
  const ending = locales ? texts : opened.texts.filter((text) => text.status !== 'archived')
  for (const text of ending)
    if (until !== null || text.unpublishAt !== null)
      await setSchedule(tx, text, { publishAt: null, unpublishAt: until }, by)
  return dangling
}

async function openOthers(call: EntryCall, ids: string[], own: string): Promise<ToPublish[]> {
  const others: ToPublish[] = []
  for (const id of new Set(ids)) {
    if (id === own) continue
    const opened = await openKnown(call, id)
    if (opened.entry.trashedAt) throw new Refusal('entry-not-found')
    refuseReserved(call, opened)
    others.push({ opened, texts: textsToPublish(opened, undefined) })
  }
  return others
}

type Times = { by: By; at: string; until?: string | null | undefined }

async function scheduleAll(call: EntryCall, all: ToPublish[], { by, at, until }: Times) {
  const { tx } = call
  for (const { opened, texts } of all) {
    await refuseInvalidTexts(tx, opened, texts, call)
    for (const text of texts)
      await setSchedule(tx, text, { publishAt: at, unpublishAt: endOfPublication(text, at, until) }, by)
  }
}

function danglingRefusal(dangling: DanglingLead[]) {
  const [first, ...more] = dangling.map(({ title }) => title || 'Untitled')
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  return new Refusal('references-dangle', {
    detail: `It references entries that are not published: ${first}${others}. Publish them together, or publish only this one.`,
    shown: { dangling },
  })
}

function refuseReserved({ caller }: EntryCall, { model }: Opened) {
  refuseWithout(caller, 'content:publish')
  if (!mayPublish(model, caller)) throw new Refusal('publishing-reserved')
}

export async function unpublish(
  call: EntryCall,
  entry: EntryName,
  { at, force, ...named }: QueryOf<typeof unpublishContract>,
) {
  const { tx, caller } = call
  const opened = await openEntry(call, entry, lockLeavingRow)
  refuseReserved(call, opened)
  refusePast(at, undefined)
  const texts = textsIn(opened, localesIn(named))
  const by = byMember(caller)
  if (at) {
    const ending = texts.filter(({ liveVersion, publishAt }) => liveVersion !== null || publishAt !== null)
    for (const { publishAt } of ending) refuseEndBefore(publishAt, at)
    for (const text of ending) await setSchedule(tx, text, { publishAt: text.publishAt, unpublishAt: at }, by)
    return
  }
  if (!force) await refuseUsed(call, opened)
  await unpublishTexts(tx, opened, texts, { by })
}

async function refuseUsed({ tx }: EntryCall, { entry }: Opened) {
  const users = await listUserIds(tx, 'entry', entry.id, { restricts: true })
  if (users.length === 0) return
  const texts = await listTextRows(
    tx,
    (await listEntriesById(tx, users.slice(0, 5))).map(({ id }) => id),
  )
  const titles = [...new Map(texts.map((text) => [text.entryId, text.title])).values()]
  throw new Refusal('entry-used', {
    detail: `It is required by ${titles.join(', ')}${users.length > 5 ? ' and others' : ''}`,
  })
}

export async function unplan(call: EntryCall, entry: EntryName, named: Locales) {
  const opened = await openEntry(call, entry)
  const scheduled = textsIn(opened, localesIn(named)).filter(isScheduled)
  if (scheduled.length > 0) refuseReserved(call, opened)
  for (const text of scheduled)
    await setSchedule(call.tx, text, { publishAt: null, unpublishAt: null }, byMember(call.caller))
}

const isScheduled = ({ publishAt, unpublishAt }: TextState) => publishAt !== null || unpublishAt !== null

export async function sendForReview(
  call: EntryCall,
  named: EntryName,
  { locale, reviewer }: { locale?: string | undefined; reviewer?: string | null | undefined },
) {
  const opened = await openEntry(call, named)
  const text = textIn(opened, locale)
  await requestReview(call, { text, reviewerId: opened.entry.reviewerId }, reviewer, reviewSteps(call, opened, text))
}

export async function endReview(call: EntryCall, named: EntryName, locale: string | undefined) {
  const opened = await openEntry(call, named)
  const text = textIn(opened, locale)
  await giveBack(text, reviewSteps(call, opened, text))
}

export async function endReviews(call: EntryCall, named: EntryName) {
  const opened = await openEntry(call, named)
  for (const text of opened.texts) await giveBack(text, reviewSteps(call, opened, text))
}

function reviewSteps(call: EntryCall, { model, entry }: Opened, text: TextState): ReviewSteps {
  const { tx, caller } = call
  const { language, sentBy } = text
  const about = { subject: aboutEntry(entry.id), by: byMember(caller), audience: 'team' } as const
  return {
    archivedCode: 'entry-archived',
    mayReview: (member) => mayPublish(model, member),
    setReviewer: (reviewerId) => updateEntry(tx, entry, { reviewerId }),
    setSender: () => updateText(tx, text, { sentBy: caller.id }),
    setStatus: (status) => setStatus(call, text, status),
    recordRequest: (reviewerId) => record(tx, { type: 'entry.review-asked', ...about, new: { language, reviewerId } }),
    recordEnd: () => record(tx, { type: 'entry.review-ended', ...about, new: { language, sentBy } }),
  }
}

export async function archive(call: EntryCall, named: EntryName, locale: string | undefined) {
  const opened = await openEntry(call, named, lockLeavingRow)
  const text = textIn(opened, locale)
  refuseReservedLive(call, opened, [text])
  await refuseUsed(call, opened)
  await unpublishTexts(call.tx, opened, [text], { by: byMember(call.caller), status: 'archived' })
  await setStatus(call, text, 'archived')
}

export async function unarchive(call: EntryCall, named: EntryName, locale: string | undefined) {
  const opened = await openEntry(call, named)
  const text = textIn(opened, locale)
  if (text.status === 'archived') await setStatus(call, text, 'draft')
}

async function setStatus({ tx, caller }: EntryCall, text: TextState, status: TextState['status']) {
  const { entryId, language } = text
  if (status === text.status) return
  await updateText(tx, text, { status, ...(status === 'archived' && { publishAt: null, unpublishAt: null }) })
  await record(tx, {
    type: 'entry.status-changed',
    subject: aboutEntry(entryId),
    by: byMember(caller),
    audience: 'team',
    old: { language, status: text.status },
    new: { language, status },
  })
}

const textIn = (opened: Opened, locale: string | undefined) => textsIn(opened, [languageFor(opened, locale)])[0]!

function textsIn({ texts }: Opened, locales: string[] | undefined): TextState[] {
  if (!locales) return texts
  return [...new Set(locales)].map((locale) => {
    const text = texts.find(({ language }) => language === locale)
    if (!text) throw new Refusal('text-not-found')
    return text
  })
}

/** Unpublishes an entry and moves it to the trash. Other entries can then use its unique values. */
export async function trash(call: EntryCall, named: EntryName) {
  const { tx, caller } = call
  const opened = await openAnyEntry(call, named, lockLeavingRow)
  if (opened.entry.trashedAt) return
  refuseReservedLive(call, opened, opened.texts)
  await refuseUsed(call, opened)
  const by = byMember(caller)
  await unpublishTexts(tx, opened, opened.texts, { by })
  for (const text of opened.texts) await updateText(tx, text, { publishAt: null, unpublishAt: null })
  await releaseValues(tx, opened.entry.id)
  await deleteUses(tx, opened.entry.id)
  await updateEntry(tx, opened.entry, { trashedAt: new Date().toISOString(), updatedBy: caller.id })
  await record(tx, { type: 'entry.trashed', subject: aboutEntry(opened.entry.id), by, audience: 'team' })
}

/** If a text is published or scheduled, refuses a caller who is not allowed to publish. */
function refuseReservedLive(call: EntryCall, opened: Opened, texts: TextState[]) {
  if (texts.some((text) => text.liveVersion !== null || isScheduled(text))) refuseReserved(call, opened)
}

export async function untrash(call: EntryCall, named: EntryName) {
  const { tx, caller } = call
  const opened = await openAnyEntry(call, named)
  if (!opened.entry.trashedAt) return
  const entry = await takeAgain(call, opened)
  await updateEntry(tx, entry, { trashedAt: null, updatedBy: caller.id })
  const about = { subject: aboutEntry(opened.entry.id), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'entry.untrashed', ...about })
}
