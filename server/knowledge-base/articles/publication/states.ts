import { aboutArticle } from '#contract/events.ts'
import {
  type EditorCall,
  lockAnyArticle,
  lockArticle,
  tellChanged,
} from '#server/knowledge-base/articles/editor-call.ts'
import { type ArticleState, setReviewed, updateArticle } from '#server/knowledge-base/articles/queries/articles.ts'
import { deleteArchived, deletePublished, insertArchived } from '#server/knowledge-base/articles/queries/published.ts'
import {
  findText,
  listTexts,
  type TextState,
  updateReviewMailed,
  updateText,
} from '#server/knowledge-base/articles/queries/texts.ts'
import { holdPages } from '#server/knowledge-base/categories/opening.ts'
import { touchPages } from '#server/knowledge-base/categories/spread-reach.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { limits } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { listActiveMembers } from '#server/workspace/team/find-members.ts'
import { planPublication, refusePast, setPlan } from './plan.ts'
import {
  findPublishable,
  isLiveAsItIs,
  type PublicationDates,
  publishText,
  putBackText,
  tellStatus,
  unpublishText,
} from './publish-text.ts'

type InLanguage = { language?: string | undefined }
type Publishing = InLanguage & {
  at?: string | undefined
  until?: string | null | undefined
  note?: string | undefined
  back?: 'published' | 'in_review' | undefined
  /** When it was published elsewhere. */
  dates?: PublicationDates | undefined
}

/** Publishes the draft of a language, now or at a time; one that readers have as it is stays as it is. */
export async function publish(call: EditorCall, id: string, wanted: Publishing) {
  const { tx, caller } = call
  if (!wanted.at) await holdPages(tx)
  const article = await lockArticle(call, id)
  if (article.isTemplate) throw new Refusal('article-is-template')
  const language = await chosenLanguage(tx, wanted)
  const { at, until = null, note, back, dates } = wanted
  if (at) return planPublication(call, article, { language, at, until: wanted.until })
  refusePast(null, until)
  const by = byMember(caller)
  if (back) return putBack(tx, article, { language, by, status: back, until })
  const text = await findPublishable(tx, id, language)
  if (isLiveAsItIs(text)) {
    // Whoever publishes it has looked at it.
    await setReviewed(tx, id)
    return planNoMore(tx, text, { until, by })
  }
  await publishText(tx, article, { language, by, note, dates })
  if (until) await setPlan(tx, id, { language, publishAt: null, unpublishAt: until, by })
}

type FormerPublication = { language: string; by: By; status: 'published' | 'in_review'; until: string | null }

/** Undoes that a text was taken from readers; what somebody published since stays. */
async function putBack(tx: WorkspaceTx, article: ArticleState, { until, ...wanted }: FormerPublication) {
  const { language, by } = wanted
  const text = await findText(tx, article.id, language)
  if (text && isLive(text)) return
  await putBackText(tx, article, wanted)
  if (until) await setPlan(tx, article.id, { language, publishAt: null, unpublishAt: until, by })
}

/** Only when it ends may be said anew. */
async function planNoMore(tx: WorkspaceTx, text: TextState, { until, by }: { until: string | null; by: By }) {
  const { articleId, language, publishAt, unpublishAt } = text
  const isSameEnd = until && unpublishAt ? Date.parse(until) === Date.parse(unpublishAt) : until === unpublishAt
  if (publishAt || !isSameEnd) await setPlan(tx, articleId, { language, publishAt: null, unpublishAt: until, by })
}

/** Takes the live text away, now or at a time; where there is none, what was planned. */
export async function unpublish(
  call: EditorCall,
  id: string,
  { at, ...wanted }: InLanguage & { at?: string | undefined },
) {
  const { tx, caller } = call
  if (!at) await holdPages(tx)
  const { article, text } = await lockText(call, id, wanted)
  const by = byMember(caller)
  const { language, publishAt } = text
  if (at) {
    refusePast(publishAt, at)
    if (text.liveVersion !== null || publishAt) await setPlan(tx, id, { language, publishAt, unpublishAt: at, by })
    return
  }
  if (text.liveVersion !== null) return unpublishText(tx, article, { language, by })
  if (text.publishAt) await setPlan(tx, id, { language, publishAt: null, unpublishAt: null, by })
}

/** What readers have stays as it is. */
export async function unplan(call: EditorCall, id: string, wanted: InLanguage) {
  const { tx, caller } = call
  const { text } = await lockText(call, id, wanted)
  const { language, publishAt, unpublishAt } = text
  if (publishAt || unpublishAt)
    await setPlan(tx, id, { language, publishAt: null, unpublishAt: null, by: byMember(caller) })
}

/** It is still right. */
export async function confirm(call: EditorCall, id: string) {
  await lockArticle(call, id)
  await setReviewed(call.tx, id)
  await tellChanged(call.tx, id, byMember(call.caller))
}

type Review = InLanguage & { reviewer?: string | null | undefined; back?: boolean | undefined }

/** Whoever reviews it is mailed, and may be named with it; named anew they hear of what waits already. */
export async function sendForReview(call: EditorCall & Spending, id: string, { reviewer, back, ...wanted }: Review) {
  const { tx, caller } = call
  const { article, text } = await lockText(call, id, wanted)
  if (text.status === 'archived') throw new Refusal('article-archived')
  if (reviewer) await refuseUnfitReviewer(tx, reviewer)
  const isOther = reviewer !== undefined && reviewer !== article.reviewerId
  const { reviewerId } = isOther ? await updateArticle(tx, article, { reviewerId: reviewer }) : article
  if (text.status === 'in_review' && !isOther) return
  if (!back) await updateText(tx, text, { sentBy: caller.id, reviewMailedAt: null })
  if (text.status !== 'in_review') await setStatus(call, article, text, 'in_review')
  if (back && !isOther && text.reviewMailedAt !== null) return
  await askReviewer(call, text, reviewerId)
}

async function askReviewer(
  { tx, caller, platform }: EditorCall & Spending,
  text: TextState,
  reviewerId: string | null,
) {
  if (reviewerId && reviewerId !== caller.id) platform?.limiter.spend(limits.mention, caller.id, 1)
  const about = { subject: aboutArticle(text.articleId), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'article.review-asked', ...about, new: { language: text.language, reviewerId } })
}

/** Keeps that the reviewer has been mailed of what waits for them. */
export const noteReviewMailed = updateReviewMailed

/** Absent where the product writes by itself, which names no reviewer. */
type Spending = { platform?: Pick<Platform, 'limiter'> }

async function refuseUnfitReviewer(tx: WorkspaceTx, id: string) {
  const [member] = await listActiveMembers(tx, [id])
  if (!member) throw new Refusal('owner-not-active')
  if (member.role === 'TeamUser') throw new Refusal('reviewer-unfit')
}

/** Back to who sent it: what readers have stays as it is. */
export async function endReview(call: EditorCall, id: string, wanted: InLanguage) {
  const { article, text } = await lockText(call, id, wanted)
  if (text.status !== 'in_review') return
  await setStatus(call, article, text, isLive(text) ? 'published' : 'draft')
  const about = { subject: aboutArticle(id), by: byMember(call.caller), audience: 'team' } as const
  const { language, sentBy } = text
  await record(call.tx, { type: 'article.review-ended', ...about, new: { language, sentBy } })
}

type Lead = { to: string | null; path: string | null }

/** Takes a text from every public door. Its address answers 410, or leads to another article or to a path. */
export async function archive(call: EditorCall, id: string, { to, path, ...wanted }: InLanguage & Lead) {
  const { tx, caller } = call
  await holdPages(tx)
  const { article, text } = await lockText(call, id, wanted)
  if (article.isTemplate) throw new Refusal('article-is-template')
  if (to && !(await findText(tx, to, text.language))) throw new Refusal('article-not-found')
  if (text.status === 'archived' && text.archivedTo === to && text.archivedPath === path) return
  if (text.status !== 'archived')
    await unpublishText(tx, article, { language: text.language, by: byMember(caller), status: 'archived' })
  await updateText(tx, text, { archivedTo: to, archivedPath: path })
  await insertArchived(tx, article, text.language, { leadsTo: to, path })
}

export async function unarchive(call: EditorCall, id: string, wanted: InLanguage) {
  const { article, text } = await lockText(call, id, wanted)
  if (text.status !== 'archived') return
  await setStatus(call, article, text, 'draft')
  await deleteArchived(call.tx, id, text.language)
}

async function setStatus(
  { tx, caller }: EditorCall,
  { id }: ArticleState,
  text: TextState,
  status: TextState['status'],
) {
  await updateText(tx, text, { status, archivedTo: null, archivedPath: null })
  await tellStatus(tx, id, byMember(caller), { language: text.language, from: text.status, to: status })
}

const isLive = ({ liveVersion }: Pick<TextState, 'liveVersion'>) => liveVersion !== null

async function lockText(call: EditorCall, id: string, wanted: InLanguage) {
  const article = await lockArticle(call, id)
  const text = await findText(call.tx, id, await chosenLanguage(call.tx, wanted))
  if (!text) throw new Refusal('text-not-found')
  return { article, text }
}

export const chosenLanguage = async (tx: WorkspaceTx, { language }: InLanguage): Promise<string> =>
  language ?? (await findLanguages(tx))[0]!

/** Into the trash, where nobody reads it; every live text becomes a draft again, and nothing is planned any more. */
export async function trash(call: EditorCall, id: string) {
  const { tx, caller } = call
  await holdPages(tx)
  const article = await lockAnyArticle(call, id)
  if (article.trashedAt) return
  for (const text of await listTexts(tx, [id])) {
    if (isLive(text)) await unpublishText(tx, article, { language: text.language, by: byMember(caller) })
    else if (text.publishAt) await updateText(tx, text, { publishAt: null, unpublishAt: null })
  }
  await deletePublished(tx, id)
  await deleteArchived(tx, id)
  await updateArticle(tx, article, { trashedAt: new Date().toISOString(), updatedBy: caller.id })
  await record(tx, { type: 'article.trashed', subject: aboutArticle(id), by: byMember(caller), audience: 'team' })
  await touchPages(tx, byMember(caller))
}

export async function untrash(call: EditorCall, id: string) {
  const { tx, caller } = call
  const article = await lockAnyArticle(call, id)
  if (!article.trashedAt) return
  await updateArticle(tx, article, { trashedAt: null, updatedBy: caller.id })
  for (const text of await listTexts(tx, [id]))
    if (text.status === 'archived')
      await insertArchived(tx, article, text.language, { leadsTo: text.archivedTo, path: text.archivedPath })
  await record(tx, { type: 'article.untrashed', subject: aboutArticle(id), by: byMember(caller), audience: 'team' })
}
