import { aboutArticle } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { refuseStale } from '#server/platform/http/input/refuse-input.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type ArticleState, findArticle, lockArticleRow } from './queries/articles.ts'

/** If `ifMatch` is set, changes are refused unless it matches the entity tag of the article. */
export type EditorCall = { tx: WorkspaceTx; caller: Pick<Member, 'id'>; ifMatch?: string | undefined }

/** Locks an article and refuses articles in the trash. */
export async function lockArticle(call: Pick<EditorCall, 'tx' | 'ifMatch'>, id: string): Promise<ArticleState> {
  const article = await lockAnyArticle(call, id)
  if (article.trashedAt) throw new Refusal('article-in-trash')
  return article
}

/** Locks an article, also in the trash. Every change begins here, so that `ifMatch` is always checked. */
export async function lockAnyArticle(
  { tx, ifMatch }: Pick<EditorCall, 'tx' | 'ifMatch'>,
  id: string,
): Promise<ArticleState> {
  const article = await lockArticleRow(tx, id)
  if (!article) throw new Refusal('article-not-found')
  refuseStale(ifMatch, etagOf(article))
  return article
}

export async function refuseUnknown(tx: WorkspaceTx, id: string) {
  await findKnown(tx, id)
}

export async function findKnown(tx: WorkspaceTx, id: string): Promise<ArticleState> {
  const article = await findArticle(tx, id)
  if (!article) throw new Refusal('article-not-found')
  return article
}

export const etagOf = ({ revision }: Pick<ArticleState, 'revision'>) => `"${revision}"`

export const onArticle = (id: string, by: By) => ({ subject: aboutArticle(id), by, audience: 'team' }) as const

export const tellChanged = (tx: WorkspaceTx, id: string, by: By, { isReach = false, isLabelled = false } = {}) =>
  record(tx, { type: 'article.changed', ...onArticle(id, by), with: { isReach, isLabelled } })
