import { aboutEntry } from '#contract/events.ts'
import { isSame } from '#contract/is-same.ts'
import { findMerged } from '#server/content/categories/category-tree.ts'
import {
  asSeen,
  type EntryCall,
  languageFor,
  type Opened,
  openEntry,
  refuseUnknown,
  snapshotOf,
  valuesIn,
} from '#server/content/entries/entry-call.ts'
import { listTextRows, listTexts } from '#server/content/entries/queries/entries.ts'
import {
  findVersion,
  listEventRows,
  listVersionRows,
  type VersionRow,
} from '#server/content/entries/queries/versions.ts'
import { findReferences, readEntry, shownValues } from '#server/content/entries/show-entry.ts'
import { invalid } from '#server/content/entries/writing/refuse-values.ts'
import { writeValues } from '#server/content/entries/writing/write-entry.ts'
import { isThere } from '#server/fields/values/components.ts'
import { keepReserved, mayWrite, reservedWords, writerFor } from '#server/fields/values/parts/keep-reserved.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { nameAuthors, readVersionPage } from '#server/writing/text-life/versions.ts'
import { keepVersion } from './keep-version.ts'

type EntryName = { model: string; id: string }
type VersionQuery = { locale?: string | undefined; cursor?: string | undefined; limit: number }

export async function listVersions(call: EntryCall, named: EntryName, { locale, ...query }: VersionQuery) {
  const { tx } = call
  const { id } = await refuseUnknown(call, named)
  const { rows, next } = await readVersionPage(query, (page) => listVersionRows(tx, id, { language: locale, ...page }))
  return { items: await shapeVersions(tx, id, rows), next }
}

export async function listEvents(call: EntryCall, named: EntryName, { cursor, limit }: Omit<VersionQuery, 'locale'>) {
  const { id } = await refuseUnknown(call, named)
  const rows = await listEventRows(call.tx, id, { before: readIdCursor(cursor), limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const names = await findMemberNames(
    call.tx,
    shown.map(({ actorId }) => actorId),
  )
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(({ actorType, actorId, ...event }) => ({
      ...event,
      actor: actorType === 'agent' ? { id: actorId, name: (actorId && names.get(actorId)) || '' } : null,
    })),
    next: last ? writeIdCursor(last.id) : null,
  }
}

async function shapeVersions(tx: WorkspaceTx, entryId: string, rows: VersionRow[]) {
  const texts = await listTextRows(tx, [entryId])
  return (await nameAuthors(tx, rows)).map((version) => ({
    ...version,
    live: texts.filter(({ liveVersion }) => liveVersion === version.number).map(({ language }) => language),
  }))
}

/** Returns a version in one language, and the fields in which it differs from the draft or from another version. */
export async function showVersion(
  call: EntryCall,
  named: EntryName,
  { number, with: other, locale }: { number: number; with: number | 'draft'; locale?: string | undefined },
) {
  const { id } = await refuseUnknown(call, named)
  const seen = asSeen(call, await readEntry(call.tx, id))
  const { snapshot, ...row } = await findKnownVersion(call.tx, id, number)
  const beside =
    other === 'draft' ? snapshotOf(seen.entry, seen.texts) : (await findKnownVersion(call.tx, id, other)).snapshot
  const language = languageFor(seen, locale)
  const [was, is] = [snapshot, beside].map((one) => valuesIn(seen, one, language))
  const differing = seen.model.fields.filter((field) => isThere(field) && !isSame(was![field.slot], is![field.slot]))
  const merged = await findMerged(call.tx)
  const [before, now] = [shownValues(seen, was!, merged), shownValues(seen, is!, merged)]
  const [shown] = await shapeVersions(call.tx, seen.entry.id, [row])
  return {
    ...shown!,
    fields: before,
    changes: differing.map(({ key }) => ({ field: key, was: before[key], is: now[key] })),
    leads: await findReferences(call, seen, [was!, is!], language),
  }
}

async function findKnownVersion(tx: WorkspaceTx, entryId: string, number: number) {
  const version = await findVersion(tx, entryId, number)
  if (!version) throw new Refusal('entry-version-not-found')
  return version
}

/** Replaces the draft by a version: in one language or all languages, in some fields or all fields. */
export async function restoreVersion(
  call: EntryCall,
  named: EntryName,
  { number, fields, locale }: { number: number; fields?: string[] | undefined; locale?: string | undefined },
) {
  const { tx, caller } = call
  const opened = await openEntry(call, named)
  const version = await findKnownVersion(tx, opened.entry.id, number)
  refuseReservedFields(call, opened, fields ?? [])
  const languages = locale ? [languageFor(opened, locale)] : Object.keys(version.snapshot.languages)
  let now: Opened = opened
  for (const language of languages.filter((one) => opened.languages.includes(one))) {
    const entry = await writeValues(call, now, {
      language,
      values: valuesOfVersion(now, version.snapshot, { language, fields, caller }),
    })
    now = { ...now, entry, texts: await listTexts(tx, entry.id) }
  }
  await keepVersion(tx, now, { kind: 'restoration', languages, by: caller.id })
  const about = { subject: aboutEntry(opened.entry.id), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'entry.restored', ...about, new: { number } })
}

function refuseReservedFields({ caller }: EntryCall, { model }: Opened, keys: string[]) {
  const reserved = model.fields.filter((field) => keys.includes(field.key) && !mayWrite(field, caller))
  if (reserved.length > 0) throw invalid(Object.fromEntries(reserved.map(({ key }) => [key, reservedWords])))
}

// Returns the values to restore. Fields that were empty in the version become empty. The slug changes only if `fields`
// names it. Fields that the caller is not allowed to write do not change.
function valuesOfVersion(
  opened: Opened,
  snapshot: Parameters<typeof valuesIn>[1],
  { language, fields, caller }: { language: string; fields: string[] | undefined; caller: EntryCall['caller'] },
) {
  const values = valuesIn(opened, snapshot, language)
  const chosen = opened.model.fields.filter(
    (field) =>
      isThere(field) && mayWrite(field, caller) && (fields ? fields.includes(field.key) : field.kind !== 'slug'),
  )
  const restored = Object.fromEntries(chosen.map(({ slot }) => [slot, values[slot] ?? null]))
  const now = valuesIn(opened, snapshotOf(opened.entry, opened.texts), language)
  return keepReserved(chosen, restored, now, writerFor(opened.models.components, caller)).values
}
