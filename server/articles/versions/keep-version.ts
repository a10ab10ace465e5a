import type { ArticleState } from '#server/articles/queries/articles.ts'
import { setLastVersion } from '#server/articles/queries/articles.ts'
import {
  type findLastVersion,
  insertVersion,
  pruneEdits,
  rewriteVersion,
  type VersionKind,
} from '#server/articles/queries/versions.ts'
import type { ArticleText } from '#server/articles/texts/article-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** What one author saves within this time is one version. */
const stretchMs = 10 * 60_000

type Kept = { language: string; text: ArticleText; by: string | null }
type NewVersion = Kept & { kind: Exclude<VersionKind, 'edit'>; note?: string | undefined }

/** Keeps a text that is more than a save as a version of its article. */
export async function keepVersion(tx: WorkspaceTx, article: ArticleState, version: NewVersion): Promise<ArticleState> {
  const number = article.lastVersion + 1
  await insertVersion(tx, rowOf(article.id, number, version))
  await setLastVersion(tx, article.id, number)
  return { ...article, lastVersion: number }
}

export type EditVersion = { number: number; isNew: boolean }
type Last = Awaited<ReturnType<typeof findLastVersion>>

/** The version that a save is kept as: somebody who is at work joins the one before. */
export function versionOfEdit({ lastVersion }: ArticleState, last: Last, by: string | null): EditVersion {
  const isSameStretch =
    last?.kind === 'edit' && last.createdBy === by && Date.parse(last.createdAt) > Date.now() - stretchMs
  return isSameStretch ? { number: last.number, isNew: false } : { number: lastVersion + 1, isNew: true }
}

/** Keeps it as that; the article knows of its number by what is written beside. */
export async function writeEdit(tx: WorkspaceTx, articleId: string, { number, isNew }: EditVersion, edit: Kept) {
  if (!isNew) return rewriteVersion(tx, articleId, number, edit.text)
  return Promise.all([
    insertVersion(tx, rowOf(articleId, number, { ...edit, kind: 'edit' })),
    pruneEdits(tx, articleId, number),
  ])
}

type Row = Kept & { kind: VersionKind; note?: string | undefined }

const rowOf = (articleId: string, number: number, { language, text, kind, by, note = '' }: Row) => ({
  ...{ articleId, number, language, kind, note },
  createdBy: by,
  text: JSON.stringify(text),
})
