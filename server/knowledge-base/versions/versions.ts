import { type EditorCall, lockArticle, onArticle, refuseUnknown } from '#server/knowledge-base/articles/editor-call.ts'
import { renderFor } from '#server/knowledge-base/articles/rendering/resolve-references.ts'
import { findDraft, type ReadCall, readingOf } from '#server/knowledge-base/articles/show-article.ts'
import { writeText } from '#server/knowledge-base/articles/texts/write-text.ts'
import { keepVersion } from '#server/knowledge-base/articles/versions/keep-version.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { nameAuthors, readVersionPage } from '#server/writing/text-life/versions.ts'
import { findVersion, listLiveVersions, listVersionRows, type VersionRow } from './queries.ts'

type VersionQuery = { language?: string | undefined; cursor?: string | undefined; limit: number }

export async function listVersions(tx: WorkspaceTx, articleId: string, { language, ...query }: VersionQuery) {
  await refuseUnknown(tx, articleId)
  const { rows, next } = await readVersionPage(query, (page) => listVersionRows(tx, articleId, { language, ...page }))
  return { items: await shapeVersions(tx, articleId, rows), next }
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
  return (await nameAuthors(tx, rows)).map((version) => ({ ...version, isLive: live.has(version.number) }))
}

/** Copies a version into the draft. The published text does not change. Returns the language of the version. */
export async function restoreVersion(call: EditorCall, articleId: string, number: number): Promise<string> {
  const { tx, caller } = call
  const article = await lockArticle(call, articleId)
  const { language, text } = await openVersion(tx, articleId, number)
  const current = await findDraft(tx, articleId, language)
  // The URL is not part of the restored version, so the draft keeps its current slug.
  const restored = { ...text, slug: current!.text.slug }
  const written = await writeText(call, article, { language, changes: restored })
  await keepVersion(tx, written, { language, text: restored, kind: 'restoration', by: caller.id })
  await record(tx, { type: 'article.restored', ...onArticle(articleId, byMember(caller)), new: { language, number } })
  return language
}
