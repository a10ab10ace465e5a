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
  modelFor,
  type Opened,
  openAnyEntry,
  openById,
  openEntry,
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
import { limits } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listActiveMembers } from '#server/workspace/team/find-members.ts'
import { keptEnd, refuseEndBefore, refusePast, setPlan } from './plan.ts'
import { findDangling, publishTexts, refuseUnfit, type ToPublish, textsToPublish, unpublishTexts } from './publish.ts'

type Named = { model: string; id: string }

/** What a publication says; all of it may be left out. */
type Publication = Partial<BodyOf<typeof publishContract>>

type Locales = { locale?: string | undefined; locales?: string[] | undefined }
/** The languages that a call names; undefined stands for all of them. */
const localesIn = ({ locale, locales }: Locales) => (locale === undefined ? locales : [locale])

/**
 * Publishes languages of an entry, now or at a time, and with it others that it leads to. Answers what it leads to and nobody has
 * all the same.
 */
export async function publish(call: EntryCall, named: Named, body: Publication): Promise<DanglingLead[]> {
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
    await planAll(call, beside, { by, at })
    await planAll(call, [{ opened, texts }], { by, at, until })
    return dangling
  }
  for (const other of beside) await publishTexts(tx, other.opened, other.texts, { by, member: call })
  await publishTexts(tx, opened, texts, { by, member: call, note })
  if (until === undefined) return dangling
  const ending = locales ? texts : opened.texts.filter((text) => text.status !== 'archived')
  for (const { language } of ending.filter(({ unpublishAt }) => until !== null || unpublishAt !== null))
    await setPlan(tx, { entryId: opened.entry.id, language, by, publishAt: null, unpublishAt: until })
  return dangling
}

async function openOthers(call: EntryCall, ids: string[], own: string): Promise<ToPublish[]> {
  const others: ToPublish[] = []
  for (const id of new Set(ids)) {
    if (id === own) continue
    const opened = await openById(call.tx, id)
    if (!opened || opened.entry.trashedAt) throw new Refusal('entry-not-found')
    modelFor(call, opened.models, opened.model.pluralKey)
    refuseReserved(call, opened)
    others.push({ opened, texts: textsToPublish(opened, undefined) })
  }
  return others
}

type Times = { by: By; at: string; until?: string | null | undefined }

async function planAll(call: EntryCall, all: ToPublish[], { by, at, until }: Times) {
  const { tx } = call
  for (const { opened, texts } of all) {
    await refuseUnfit(tx, opened, texts, call)
    for (const text of texts) {
      const { entryId, language } = text
      await setPlan(tx, {
        entryId,
        language,
        by,
        publishAt: at,
        unpublishAt: until === undefined ? keptEnd(text, at) : until,
      })
    }
  }
}

function danglingRefusal(dangling: DanglingLead[]) {
  const [first, ...more] = dangling.map(({ title }) => title || 'Untitled')
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  return new Refusal('references-dangle', {
    detail: `Readers do not have what it leads to: ${first}${others}. Publish it together, or publish this alone.`,
    shown: { dangling },
  })
}

function refuseReserved({ caller }: EntryCall, { model }: Opened) {
  refuseWithout(caller, 'content:publish')
  if (!mayPublish(model, caller)) throw new Refusal('publishing-reserved')
}

export async function unpublish(
  call: EntryCall,
  entry: Named,
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
    for (const { language, publishAt } of ending)
      await setPlan(tx, { entryId: opened.entry.id, language, by, publishAt, unpublishAt: at })
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
    detail: `It is needed by ${titles.join(', ')}${users.length > 5 ? ' and others' : ''}`,
  })
}

/** Gives up what is planned. */
export async function unplan(call: EntryCall, entry: Named, named: Locales) {
  const opened = await openEntry(call, entry)
  const by = byMember(call.caller)
  const texts = textsIn(opened, localesIn(named))
  if (texts.some(isPlanned)) refuseReserved(call, opened)
  for (const text of texts)
    if (isPlanned(text))
      await setPlan(call.tx, { entryId: text.entryId, language: text.language, by, publishAt: null, unpublishAt: null })
}

const isPlanned = ({ publishAt, unpublishAt }: TextState) => publishAt !== null || unpublishAt !== null

export async function sendForReview(
  call: EntryCall,
  named: Named,
  { locale, reviewer }: { locale?: string | undefined; reviewer?: string | null | undefined },
) {
  const { tx, caller } = call
  const opened = await openEntry(call, named)
  if (reviewer) await refuseUnfitReviewer(call, opened, reviewer)
  const isOther = reviewer !== undefined && reviewer !== opened.entry.reviewerId
  if (isOther) opened.entry = await updateEntry(tx, opened.entry, { reviewerId: reviewer })
  const [text] = textsIn(opened, [languageFor(opened, locale)])
  if (text!.status === 'archived') throw new Refusal('entry-archived')
  if (text!.status === 'in_review' && !isOther) return
  const { reviewerId } = opened.entry
  if (reviewerId && reviewerId !== caller.id) call.platform.limiter.spend(limits.mention, caller.id, 1)
  await updateText(tx, text!, { sentBy: caller.id })
  await turn(call, text!, 'in_review')
  const about = { subject: aboutEntry(opened.entry.id), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'entry.review-asked', ...about, new: { language: text!.language, reviewerId } })
}

async function refuseUnfitReviewer({ tx }: EntryCall, { model }: Opened, id: string) {
  const [member] = await listActiveMembers(tx, [id])
  if (!member) throw new Refusal('owner-not-active')
  if (!mayPublish(model, { id, isAdmin: member.role !== 'TeamUser' })) throw new Refusal('reviewer-unfit')
}

/** Back to who sent it: what readers have stays as it is. */
export async function endReview(call: EntryCall, named: Named, locale: string | undefined) {
  const opened = await openEntry(call, named)
  const [text] = textsIn(opened, [languageFor(opened, locale)])
  await giveBack(call, text!)
}

/** The same in every language. */
export async function endReviews(call: EntryCall, named: Named) {
  const { texts } = await openEntry(call, named)
  for (const text of texts) await giveBack(call, text)
}

async function giveBack(call: EntryCall, text: TextState) {
  const { entryId, language, status, sentBy } = text
  if (status !== 'in_review') return
  await turn(call, text, text.liveVersion === null ? 'draft' : 'published')
  const about = { subject: aboutEntry(entryId), by: byMember(call.caller), audience: 'team' } as const
  await record(call.tx, { type: 'entry.review-ended', ...about, new: { language, sentBy } })
}

/** Takes a language from readers and from the lists of what is at work. */
export async function archive(call: EntryCall, named: Named, locale: string | undefined) {
  const opened = await openEntry(call, named, lockLeavingRow)
  const [text] = textsIn(opened, [languageFor(opened, locale)])
  refuseReservedLive(call, opened, [text!])
  await refuseUsed(call, opened)
  await unpublishTexts(call.tx, opened, [text!], { by: byMember(call.caller), status: 'archived' })
  await turn(call, text!, 'archived')
}

export async function unarchive(call: EntryCall, named: Named, locale: string | undefined) {
  const opened = await openEntry(call, named)
  const [text] = textsIn(opened, [languageFor(opened, locale)])
  if (text!.status === 'archived') await turn(call, text!, 'draft')
}

async function turn({ tx, caller }: EntryCall, text: TextState, wanted: TextState['status']) {
  const { language, status, entryId } = text
  if (wanted === status) return
  await updateText(tx, text, { status: wanted, ...(wanted === 'archived' && { publishAt: null, unpublishAt: null }) })
  const about = { subject: aboutEntry(entryId), by: byMember(caller), audience: 'team' } as const
  await record(tx, {
    type: 'entry.status-changed',
    ...about,
    old: { language, status },
    new: { language, status: wanted },
  })
}

function textsIn({ texts }: Opened, locales: string[] | undefined): TextState[] {
  if (!locales) return texts
  return [...new Set(locales)].map((locale) => {
    const text = texts.find(({ language }) => language === locale)
    if (!text) throw new Refusal('text-not-found')
    return text
  })
}

/** Into the trash, where nobody reads it; what only it may have is free for others. */
export async function trash(call: EntryCall, named: Named) {
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

/** Who may not publish takes neither what readers have from them nor what is planned. */
function refuseReservedLive(call: EntryCall, opened: Opened, texts: TextState[]) {
  if (texts.some((text) => text.liveVersion !== null || isPlanned(text))) refuseReserved(call, opened)
}

export async function untrash(call: EntryCall, named: Named) {
  const { tx, caller } = call
  const opened = await openAnyEntry(call, named)
  if (!opened.entry.trashedAt) return
  const entry = await takeAgain(call, opened)
  await updateEntry(tx, entry, { trashedAt: null, updatedBy: caller.id })
  const about = { subject: aboutEntry(opened.entry.id), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'entry.untrashed', ...about })
}
