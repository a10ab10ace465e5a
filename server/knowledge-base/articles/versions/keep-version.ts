import type { ArticleState } from '#server/knowledge-base/articles/queries/articles.ts'
import { setLastVersion } from '#server/knowledge-base/articles/queries/articles.ts'
import {
  insertVersion,
  pruneEdits,
  rewriteVersion,
  type VersionKind,
} from '#server/knowledge-base/articles/queries/versions.ts'
import type { ArticleText } from '#server/knowledge-base/articles/texts/article-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { EditVersion } from '#server/writing/text-life/versions.ts'

type VersionText = { language: string; text: ArticleText; by: string | null }
type NewVersion = VersionText & { kind: Exclude<VersionKind, 'edit'>; note?: string | undefined }

export async function keepVersion(tx: WorkspaceTx, article: ArticleState, version: NewVersion): Promise<ArticleState> {
  const number = article.lastVersion + 1
  await insertVersion(tx, rowOf(article.id, number, version))
  await setLastVersion(tx, article.id, number)
  return { ...article, lastVersion: number }
}

/**
 * Stores a save as a new version, or replaces the text of version `number` if that version exists. The caller updates
 * the last version number of the article.
 */
export async function writeEdit(tx: WorkspaceTx, articleId: string, { number, isNew }: EditVersion, edit: VersionText) {
  if (!isNew) return rewriteVersion(tx, articleId, number, edit.text)
  return Promise.all([
    insertVersion(tx, rowOf(articleId, number, { ...edit, kind: 'edit' })),
    pruneEdits(tx, articleId, number),
  ])
}

function rowOf(
  articleId: string,
  number: number,
  { text, by, note = '', ...version }: VersionText & { kind: VersionKind; note?: string | undefined },
) {
  return { ...version, articleId, number, note, createdBy: by, text: JSON.stringify(text) }
}
