/** Saves of one person within this time become one version. */
const stretchMs = 10 * 60_000

type Last = { number: number; kind: string; createdBy: string | null; createdAt: string }
export type EditVersion = { number: number; isNew: boolean }

/**
 * The number of the version for a save. Continued work joins the last version. `lastVersion` is the highest number so
 * far.
 */
export function versionOfEdit(lastVersion: number, last: Last | undefined, by: string | null): EditVersion {
  const isSameStretch =
    last?.kind === 'edit' && last.createdBy === by && Date.parse(last.createdAt) > Date.now() - stretchMs
  return isSameStretch ? { number: last.number, isNew: false } : { number: lastVersion + 1, isNew: true }
}
