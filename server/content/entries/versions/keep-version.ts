import { type Opened, snapshotOf } from '#server/content/entries/entry-call.ts'
import { type EntryState, setLastVersion } from '#server/content/entries/queries/entries.ts'
import { insertVersion, pruneVersions, rewriteVersion } from '#server/content/entries/queries/versions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { EditVersion } from '#server/writing/text-life/versions.ts'

type Edit = EditVersion & { languages: string[]; title: string; by: string | null }

/** Stores a save as a new version or over the last one. The caller must update the entry's last version number. */
export async function writeEdit(
  tx: WorkspaceTx,
  { entry, texts, model }: Opened,
  { number, isNew, languages, title, by }: Edit,
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
