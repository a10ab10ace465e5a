import { type Opened, snapshotOf } from '#server/entries/entry-call.ts'
import { type EntryState, setLastVersion } from '#server/entries/queries/entries.ts'
import { findLastVersion, insertVersion, pruneVersions, rewriteVersion } from '#server/entries/queries/versions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** What one person saves within this time is one version. */
const stretchMs = 10 * 60_000

type NewVersion = {
  kind: 'edit' | 'publication' | 'restoration'
  languages: string[]
  by: string | null
  note?: string | undefined
}

/** Keeps an entry, as it is now in all its languages, as a version: a save of somebody at work joins the one before. */
export async function keepVersion(
  tx: WorkspaceTx,
  { model, entry, texts }: Opened,
  { kind, languages, by, note = '' }: NewVersion,
): Promise<EntryState> {
  const snapshot = JSON.stringify(snapshotOf(entry, texts))
  const title = texts.find(({ language }) => language === languages[0])?.title ?? texts[0]?.title ?? ''
  const last = kind === 'edit' ? await findLastVersion(tx, entry.id) : undefined
  const isSameStretch =
    last?.kind === 'edit' && last.createdBy === by && Date.parse(last.createdAt) > Date.now() - stretchMs
  if (last && isSameStretch) {
    await rewriteVersion(tx, entry.id, last.number, {
      snapshot,
      title,
      languages: [...new Set([...last.languages, ...languages])],
    })
    return entry
  }
  const number = entry.lastVersion + 1
  await insertVersion(tx, { entryId: entry.id, number, kind, languages, title, snapshot, note, createdBy: by })
  await setLastVersion(tx, entry.id, number)
  if (kind === 'edit') await pruneVersions(tx, entry.id, model.keepVersions)
  return { ...entry, lastVersion: number }
}
