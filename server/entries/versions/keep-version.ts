import { type Opened, snapshotOf } from '#server/entries/entry-call.ts'
import { type EntryState, setLastVersion } from '#server/entries/queries/entries.ts'
import { type findLastVersion, insertVersion, pruneVersions, rewriteVersion } from '#server/entries/queries/versions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** What one person saves within this time is one version. */
const stretchMs = 10 * 60_000

type NewVersion = {
  kind: 'edit' | 'publication' | 'restoration'
  languages: string[]
  by: string | null
  note?: string | undefined
}
type Edit = { language: string; by: string | null; last: Awaited<ReturnType<typeof findLastVersion>> }

/** Keeps an entry, as it was written in a language: a save of somebody at work joins the version before, which is `last`. */
export async function keepEdit(tx: WorkspaceTx, opened: Opened, { language, by, last }: Edit): Promise<EntryState> {
  const { entry, model } = opened
  const isSameStretch =
    last?.kind === 'edit' && last.createdBy === by && Date.parse(last.createdAt) > Date.now() - stretchMs
  if (last && isSameStretch) {
    const languages = [...new Set([...last.languages, language])]
    await rewriteVersion(tx, entry.id, last.number, { ...stateOf(opened, language), languages })
    return entry
  }
  const kept = await keepVersion(tx, opened, { kind: 'edit', languages: [language], by })
  await pruneVersions(tx, entry.id, model.keepVersions)
  return kept
}

/** Keeps an entry, as it is now in all its languages, as a version. */
export async function keepVersion(
  tx: WorkspaceTx,
  opened: Opened,
  { kind, languages, by, note = '' }: NewVersion,
): Promise<EntryState> {
  const { entry } = opened
  const number = entry.lastVersion + 1
  const state = stateOf(opened, languages[0])
  await Promise.all([
    insertVersion(tx, { entryId: entry.id, number, kind, languages, ...state, note, createdBy: by }),
    setLastVersion(tx, entry.id, number),
  ])
  return { ...entry, lastVersion: number }
}

const stateOf = ({ entry, texts }: Opened, language: string | undefined) => ({
  snapshot: JSON.stringify(snapshotOf(entry, texts)),
  title: texts.find((text) => text.language === language)?.title ?? texts[0]?.title ?? '',
})
