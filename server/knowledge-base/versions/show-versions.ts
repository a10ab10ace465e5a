import { refuseUnknown } from '#server/knowledge-base/articles/editor-call.ts'
import { renderFor } from '#server/knowledge-base/articles/rendering/find-addresses.ts'
import { type ReadCall, readingOf } from '#server/knowledge-base/articles/show-article.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readNumberCursor, writeNumberCursor } from '#server/search/words/cursor.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { findVersion, listLiveVersions, listVersionRows, type VersionRow } from './queries.ts'

type Asked = { language?: string | undefined; cursor?: string | undefined; limit: number }

export async function listVersions(tx: WorkspaceTx, articleId: string, { language, cursor, limit }: Asked) {
  await refuseUnknown(tx, articleId)
  const rows = await listVersionRows(tx, articleId, { language, before: readNumberCursor(cursor), limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const items = await shapeVersions(tx, articleId, shown)
  return { items, next: rows.length > limit ? writeNumberCursor(shown.at(-1)!.number) : null }
}

export async function showVersion(call: ReadCall, articleId: string, number: number) {
  const { text, ...version } = await openVersion(call.tx, articleId, number)
  const [shown] = await shapeVersions(call.tx, articleId, [version])
  const { slug, excerpt, document } = text
  const html = await renderFor(call.tx, readingOf(call, version.language), { id: articleId, document })
  return { ...shown!, slug, excerpt, document, html }
}

export async function openVersion(tx: WorkspaceTx, articleId: string, number: number) {
  const version = await findVersion(tx, articleId, number)
  if (!version) throw new Refusal('version-not-found')
  return version
}

export async function shapeVersions(tx: WorkspaceTx, articleId: string, rows: VersionRow[]) {
  const live = await listLiveVersions(tx, articleId)
  const names = await findMemberNames(
    tx,
    rows.map(({ createdBy }) => createdBy),
  )
  return rows.map(({ createdBy, ...version }) => ({
    ...version,
    author: createdBy ? { id: createdBy, name: names.get(createdBy) ?? '' } : null,
    isLive: live.has(version.number),
  }))
}
