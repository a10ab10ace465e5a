import type { WorkspaceTx } from '#server/platform/database.ts'
import { readNumberCursor, writeNumberCursor } from '#server/search/words/cursor.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'

/** Saves of one person overwrite a version that is younger than this. */
const stretchMs = 10 * 60_000

type LastVersion = { number: number; kind: string; createdBy: string | null; createdAt: string }
export type EditVersion = { number: number; isNew: boolean }

/**
 * Returns the version that a save writes. Saves of one person within a short time overwrite the same version.
 * `lastVersion` is the highest version number.
 */
export function versionOfEdit(lastVersion: number, last: LastVersion | undefined, by: string | null): EditVersion {
  const isSameStretch =
    last?.kind === 'edit' && last.createdBy === by && Date.parse(last.createdAt) > Date.now() - stretchMs
  return isSameStretch ? { number: last.number, isNew: false } : { number: lastVersion + 1, isNew: true }
}

export async function readVersionPage<Row extends { number: number }>(
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  listRows: (page: { before: number | undefined; limit: number }) => Promise<Row[]>,
) {
  const rows = await listRows({ before: readNumberCursor(cursor), limit: limit + 1 })
  const page = rows.slice(0, limit)
  return { rows: page, next: rows.length > limit ? writeNumberCursor(page.at(-1)!.number) : null }
}

export async function nameAuthors<Row extends { createdBy: string | null }>(tx: WorkspaceTx, rows: Row[]) {
  const names = await findMemberNames(
    tx,
    rows.map(({ createdBy }) => createdBy),
  )
  return rows.map(({ createdBy, ...version }) => ({
    ...version,
    author: createdBy ? { id: createdBy, name: names.get(createdBy) ?? '' } : null,
  }))
}
