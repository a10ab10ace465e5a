import type { ArticleState } from '#server/articles/queries/articles.ts'
import { setLastVersion } from '#server/articles/queries/articles.ts'
import {
  findLastVersion,
  insertVersion,
  pruneEdits,
  rewriteVersion,
  type VersionKind,
} from '#server/articles/queries/versions.ts'
import type { ArticleText } from '#server/articles/texts/article-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** What one author saves within this time is one version. */
const stretchMs = 10 * 60_000

type NewVersion = {
  language: string
  text: ArticleText
  kind: VersionKind
  by: string | null
  note?: string | undefined
}

/** Keeps a text as a version of its article: a save of somebody who is at work joins the one before. */
export async function keepVersion(tx: WorkspaceTx, article: ArticleState, version: NewVersion): Promise<ArticleState> {
  const { language, text, kind, by, note = '' } = version
  const last = kind === 'edit' ? await findLastVersion(tx, article.id, language) : undefined
  if (last && isSameStretch(last, by)) {
    await rewriteVersion(tx, article.id, last.number, text)
    return article
  }
  const number = article.lastVersion + 1
  await insertVersion(tx, {
    articleId: article.id,
    number,
    language,
    kind,
    note,
    createdBy: by,
    text: JSON.stringify(text),
  })
  await setLastVersion(tx, article.id, number)
  if (kind === 'edit') await pruneEdits(tx, article.id)
  return { ...article, lastVersion: number }
}

type Last = NonNullable<Awaited<ReturnType<typeof findLastVersion>>>

const isSameStretch = ({ kind, createdBy, createdAt }: Last, by: string | null) =>
  kind === 'edit' && createdBy === by && Date.parse(createdAt) > Date.now() - stretchMs
