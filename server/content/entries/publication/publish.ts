import type { DanglingLead } from '#contract/content/entries.ts'
import type { Publication as ToldPublication } from '#contract/content/entry-publication.ts'
import { aboutEntry } from '#contract/events.ts'
import { asSeen, hasChanges, type Opened, snapshotOf, valuesIn } from '#server/content/entries/entry-call.ts'
import {
  listEntriesById,
  listTextRows,
  type TextRow,
  type TextState,
  updateText,
} from '#server/content/entries/queries/entries.ts'
import { replaceUses } from '#server/content/entries/queries/uses.ts'
import { beginPublication, endPublication } from '#server/content/entries/queries/versions.ts'
import { releaseLive, reserveLiveValues } from '#server/content/entries/unique-values/take-values.ts'
import { keepVersion } from '#server/content/entries/versions/keep-version.ts'
import {
  findMediaProblems,
  findProblems,
  hiddenWords,
  invalid,
  takenRefusal,
} from '#server/content/entries/writing/refuse-values.ts'
import { toUse } from '#server/content/entries/writing/write-entry.ts'
import { holdModel, type ModelReader } from '#server/content/models/find-models.ts'
import { projectEntry } from '#server/content/projection/project-entry.ts'
import type { Faults } from '#server/fields/kinds/field-kind.ts'
import { isUnique, uniqueIn } from '#server/fields/values/unique-values.ts'
import { usesOf } from '#server/fields/values/values-in-words.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'

/**
 * Returns the texts in the named languages and refuses missing or archived texts. Without names, returns all texts with
 * unpublished changes, except archived texts.
 */
export function textsToPublish({ entry, texts }: Opened, locales: string[] | undefined): TextState[] {
  if (!locales)
    return texts.filter((text) => text.status !== 'archived' && (text.liveVersion === null || hasChanges(entry, text)))
  return [...new Set(locales)].map((language) => {
    const text = texts.find((one) => one.language === language)
    if (!text) throw new Refusal('text-not-found')
    if (text.status === 'archived') throw new Refusal('entry-archived')
    return text
  })
}

/** Refuses texts with invalid values. The refusal names only fields that the member can read. */
export async function refuseInvalidTexts(tx: WorkspaceTx, opened: Opened, texts: TextState[], member: ModelReader) {
  const faults: Faults = {}
  let isMore = false
  for (const { language } of texts) {
    const { seen, unseen } = await findVisibleFaults(tx, opened, language, member)
    Object.assign(faults, seen)
    isMore ||= unseen > 0
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  if (isMore) throw new Refusal('entry-invalid', { detail: hiddenWords })
}

/**
 * Returns the faults that the member can see, and the number of other faults. Conditions can depend on hidden fields,
 * so a fault counts only if the check of all fields finds it, too.
 */
export async function findVisibleFaults(tx: WorkspaceTx, opened: Opened, language: string, member: ModelReader) {
  const all = await findFaults(tx, opened, language)
  if (member.caller.isAdmin) return { seen: all, unseen: 0 }
  const own = await findFaults(tx, asSeen(member, opened), language)
  const seen = Object.fromEntries(Object.entries(own).filter(([path]) => path in all))
  return { seen, unseen: Object.keys(all).length - Object.keys(seen).length }
}

async function findFaults(tx: WorkspaceTx, opened: Opened, language: string): Promise<Faults> {
  const values = valuesIn(opened, snapshotOf(opened.entry, opened.texts), language)
  return { ...(await findMediaProblems(tx, opened, values, language)), ...findProblems(opened, values) }
}

export type ToPublish = { opened: Opened; texts: TextState[] }

/** Finds references to entries that are unpublished at `at` (default: now) and not in the same publication. */
export async function findDangling(tx: WorkspaceTx, all: ToPublish[], at?: string): Promise<DanglingLead[]> {
  const own = new Set(all.filter(({ texts }) => texts.length > 0).map(({ opened }) => opened.entry.id))
  const references = all.flatMap(({ opened, texts }) => texts.flatMap(({ language }) => usesIn(opened, language)))
  const ids = [
    ...new Set(references.flatMap(({ kind, targetId }) => (kind === 'entry' && !own.has(targetId) ? [targetId] : []))),
  ]
  const texts = Map.groupBy(await listTextRows(tx, ids), ({ entryId }) => entryId)
  const isThereThen = ({ liveVersion, publishAt }: TextRow) =>
    liveVersion !== null || (at !== undefined && publishAt !== null && Date.parse(publishAt) <= Date.parse(at))
  const missing = (await listEntriesById(tx, ids)).filter(({ id }) => !texts.get(id)?.some(isThereThen))
  const { models } = all[0]!.opened
  return missing.flatMap((entry) => {
    const text = texts.get(entry.id)?.find(({ title }) => title !== '') ?? texts.get(entry.id)?.[0]
    const model = models.byId.get(entry.modelId)
    if (!model || !text) return []
    const { title, status } = text
    return [{ id: entry.id, model: model.key, title, status, isTrashed: entry.trashedAt !== null }]
  })
}

type Publication = { by: By; member: ModelReader; note?: string | undefined; until?: string | null }

/**
 * Publishes the drafts of some languages with the same time. The caller has locked the entry. Skips texts that have
 * neither changes nor a scheduled publication. A refusal names only fields that `member` can read.
 */
export async function publishTexts(
  tx: WorkspaceTx,
  opened: Opened,
  named: TextState[],
  { by, member, note, until }: Publication,
) {
  await refuseInvalidTexts(tx, opened, named, member)
  const { entry } = opened
  const isNew = (text: TextState) => text.publishAt !== null || text.liveVersion === null || hasChanges(entry, text)
  const texts = named.filter(isNew)
  if (texts.length === 0) return
  await takeLive(tx, opened, texts, member)
  const languages = texts.map(({ language }) => language)
  const { lastVersion } = await keepVersion(tx, opened, {
    kind: 'publication',
    languages,
    note,
    by: by.actor.id ?? null,
  })
  const now = new Date().toISOString()
  for (const text of texts) {
    await updateText(tx, text, {
      ...{ status: 'published', liveVersion: lastVersion, liveRevision: entry.revision, publishedAt: now },
      ...{ firstPublishedAt: text.firstPublishedAt ?? now, publishAt: null },
      ...(until !== undefined && { unpublishAt: until }),
    })
    await beginPublication(tx, {
      ...{ entryId: entry.id, language: text.language, at: now },
      ...{ version: lastVersion, revision: entry.revision },
    })
    await replaceUses(tx, { entryId: entry.id, language: text.language, isLive: true }, usesIn(opened, text.language))
  }
  await projectEntry(tx, entry.id)
  const about = { subject: aboutEntry(entry.id), by, audience: 'team' } as const
  await record(tx, { type: 'entry.published', ...about, new: { languages, number: lastVersion } })
}

async function takeLive(tx: WorkspaceTx, found: Opened, texts: TextState[], member: ModelReader) {
  if (!found.model.fields.some(isUnique)) return
  const opened = { ...found, ...(await holdModel(tx, found)) }
  const { model, entry } = opened
  const values = texts.flatMap(({ language }) => {
    const written = valuesIn(opened, snapshotOf(entry, opened.texts), language)
    return uniqueIn(model.fields, written, language).map((one) => ({ ...one, liveIn: language }))
  })
  const taken = await reserveLiveValues(tx, { modelId: model.id, entryId: entry.id }, values)
  if (taken.length > 0) throw takenRefusal(member, opened, taken)
}

function usesIn(opened: Opened, language: string) {
  const values = valuesIn(opened, snapshotOf(opened.entry, opened.texts), language)
  return usesOf(opened.model.fields, values, opened.models.components).map(toUse)
}

export async function unpublishTexts(
  tx: WorkspaceTx,
  { entry }: Opened,
  texts: TextState[],
  { by, status = 'draft' }: { by: By; status?: 'draft' | 'archived' },
) {
  const live = texts.filter(({ liveVersion }) => liveVersion !== null)
  const at = new Date().toISOString()
  for (const { language } of live) {
    await updateText(
      tx,
      { entryId: entry.id, language },
      { status, liveVersion: null, liveRevision: null, unpublishAt: null },
    )
    await endPublication(tx, { entryId: entry.id, language, at })
    await replaceUses(tx, { entryId: entry.id, language, isLive: true }, [])
  }
  if (live.length === 0) return
  const languages = live.map(({ language }) => language)
  await releaseLive(tx, entry.id, languages)
  await projectEntry(tx, entry.id)
  const about = { subject: aboutEntry(entry.id), by, audience: 'team' } as const
  await record(tx, { type: 'entry.unpublished', ...about, new: { languages } })
}

export const publicationOf = (texts: TextState[]): ToldPublication => ({
  live: texts.flatMap(({ language, liveVersion, publishedAt }) =>
    liveVersion === null || publishedAt === null ? [] : [{ locale: language, publishedAt }],
  ),
  planned: texts.flatMap(({ language, publishAt, unpublishAt }) =>
    publishAt === null && unpublishAt === null ? [] : [{ locale: language, publishAt, unpublishAt }],
  ),
})
