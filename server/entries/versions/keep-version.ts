import { type Opened, snapshotOf } from '#server/entries/entry-call.ts'
import { type EntryState, setLastVersion } from '#server/entries/queries/entries.ts'
import { type findLastVersion, insertVersion, pruneVersions, rewriteVersion } from '#server/entries/queries/versions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** What one person saves within this time is one version. */
const stretchMs = 10 * 60_000

type EditVersion = { number: number; isNew: boolean; languages: string[] }
type Last = Awaited<ReturnType<typeof findLastVersion>>
type Edit = { language: string; by: string | null }

/** The version that a save is kept as: somebody who is at work joins the one before. */
export function versionOfEdit({ lastVersion }: EntryState, last: Last, { language, by }: Edit): EditVersion {
  const isSameStretch =
    last?.kind === 'edit' && last.createdBy === by && Date.parse(last.createdAt) > Date.now() - stretchMs
  return isSameStretch
    ? { number: last.number, isNew: false, languages: [...new Set([...last.languages, language])] }
    : { number: lastVersion + 1, isNew: true, languages: [language] }
}

/** Keeps an entry as that; its last version is written beside. */
export async function writeEdit(
  tx: WorkspaceTx,
  { entry, texts, model }: Opened,
  { number, isNew, languages }: EditVersion,
  { title, by }: { title: string; by: string | null },
) {
  const state = { snapshot: JSON.stringify(snapshotOf(entry, texts)), title, languages }
  if (!isNew) return rewriteVersion(tx, entry.id, number, state)
  return Promise.all([
    insertVersion(tx, { entryId: entry.id, number, kind: 'edit', ...state, createdBy: by }),
    pruneVersions(tx, entry.id, { before: number, most: model.keepVersions }),
  ])
}

type NewVersion = {
  kind: 'publication' | 'restoration'
  languages: string[]
  by: string | null
  note?: string | undefined
}

/** Keeps an entry, as it is now in all its languages, as a version. */
export async function keepVersion(
  tx: WorkspaceTx,
  { entry, texts }: Opened,
  { kind, languages, by, note = '' }: NewVersion,
): Promise<EntryState> {
  const number = entry.lastVersion + 1
  const title = texts.find((text) => text.language === languages[0])?.title ?? texts[0]?.title ?? ''
  const state = { snapshot: JSON.stringify(snapshotOf(entry, texts)), title, languages }
  await Promise.all([
    insertVersion(tx, { entryId: entry.id, number, kind, ...state, note, createdBy: by }),
    setLastVersion(tx, entry.id, number),
  ])
  return { ...entry, lastVersion: number }
}
