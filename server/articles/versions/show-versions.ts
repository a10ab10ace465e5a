import type { Document } from '#contract/document.ts'
import { aboutArticle } from '#contract/events.ts'
import { byMember, type EditorCall, lockArticle, refuseUnknown } from '#server/articles/editor-call.ts'
import { findText, listTexts } from '#server/articles/queries/texts.ts'
import { findVersion, listVersionRows, type VersionRow } from '#server/articles/queries/versions.ts'
import { renderFor } from '#server/articles/rendering/find-addresses.ts'
import { type ReadCall, readingOf } from '#server/articles/show-article.ts'
import { writeText } from '#server/articles/texts/write-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readNumberCursor, writeNumberCursor } from '#server/search/cursor.ts'
import { findMemberNames } from '#server/team/find-members.ts'
import { keepVersion } from './keep-version.ts'

type Asked = { language?: string | undefined; cursor?: string | undefined; limit: number }

export async function listVersions(tx: WorkspaceTx, articleId: string, { language, cursor, limit }: Asked) {
  await refuseUnknown(tx, articleId)
  const rows = await listVersionRows(tx, articleId, { language, before: readNumberCursor(cursor), limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const items = await shapeVersions(tx, articleId, shown)
  return { items, next: rows.length > limit ? writeNumberCursor(shown.at(-1)!.number) : null }
}

export async function showVersion(call: ReadCall, articleId: string, number: number) {
  const version = await findVersion(call.tx, articleId, number)
  if (!version) throw new Refusal('version-not-found')
  const [shown] = await shapeVersions(call.tx, articleId, [version])
  const { slug, excerpt, document } = version.text
  const html = await renderFor(call.tx, readingOf(call, version.language), document as Document)
  return { ...shown!, slug, excerpt, document, html }
}

async function shapeVersions(tx: WorkspaceTx, articleId: string, rows: VersionRow[]) {
  const live = new Set((await listTexts(tx, [articleId])).map(({ liveVersion }) => liveVersion))
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

/** Makes the draft what it was in a version. What readers read stays until it is published. */
export async function restoreVersion(call: EditorCall, articleId: string, number: number) {
  const { tx, caller } = call
  const article = await lockArticle(call, articleId)
  const version = await findVersion(tx, articleId, number)
  if (!version) throw new Refusal('version-not-found')
  const { language, text } = version
  const current = await findText(tx, articleId, language)
  // The address is no matter of the text: it stays as it is now.
  const changes = { ...text, slug: current?.slug }
  const written = await writeText(call, article, { language, changes })
  await keepVersion(tx, written, {
    language,
    text: { ...text, slug: current!.slug },
    kind: 'restoration',
    by: caller.id,
  })
  const about = { subject: aboutArticle(articleId), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'article.restored', ...about, new: { language, number } })
}
