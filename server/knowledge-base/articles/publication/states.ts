import {
  type EditorCall,
  lockAnyArticle,
  lockArticle,
  onArticle,
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
import { lockKnowledgeBase } from '#server/knowledge-base/categories/opening.ts'
import { recordPagesChanged } from '#server/knowledge-base/categories/spread-reach.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { giveBack, type ReviewSteps, requestReview } from '#server/writing/text-life/review.ts'
import { endOfPublication, refusePast } from '#server/writing/text-life/schedule.ts'
import {
  findPublishable,
  isLiveAsItIs,
  type PublicationDates,
  publishText,
  putBackText,
  tellStatus,
  unpublishText,
} from './publish-text.ts'
import { setSchedule } from './schedule.ts'

type InLanguage = { language?: string | undefined }
type Publication = InLanguage & {
  at?: string | undefined
  until?: string | null | undefined
  note?: string | undefined
  /** Undoes an unpublication: the last publication becomes live again, and the draft gets this status. */
  back?: 'published' | 'in_review' | undefined
  /** Publication dates from the source of an import. */
  dates?: PublicationDates | undefined
}

/**
 * Publishes a draft, or schedules its publication if `at` is set. If the live text equals the draft, only the review
 * time and the scheduled end change.
 */
export async function publish(call: EditorCall, id: string, publication: Publication) {
  const { tx, caller } = call
  const { at, until, note, back, dates } = publication
  if (!at) await lockKnowledgeBase(tx)
  const article = await lockArticle(call, id)
  if (article.isTemplate) throw new Refusal('article-is-template')
  const language = await chosenLanguage(tx, publication)
  const by = byMember(caller)
  if (at) {
    const text = await findPublishable(tx, id, language)
    refusePast(at, until)
    return setSchedule(tx, text, { publishAt: at, unpublishAt: endOfPublication(text, at, until) }, by)
  }
  refusePast(null, until)
  const key = { articleId: id, language }
  const ending = { publishAt: null, unpublishAt: until ?? null }
  if (back) {
    // Does nothing if the text was published again meanwhile.
    const text = await findText(tx, id, language)
    if (text && isLive(text)) return
    await putBackText(tx, article, language, by, back)
  } else if (isLiveAsItIs(await findPublishable(tx, id, language))) {
    // A publication without changes counts as a review.
    await setReviewed(tx, id)
    return setSchedule(tx, key, ending, by)
  } else await publishText(tx, article, { language, by, note, dates })
  if (until) await setSchedule(tx, key, ending, by)
}

/**
 * Unpublishes a text, or schedules the end of its publication if `at` is set. If the text is not live and `at` is not
 * set, cancels its schedule.
 */
export async function unpublish(
  call: EditorCall,
  id: string,
  { at, ...named }: InLanguage & { at?: string | undefined },
) {
  const { tx, caller } = call
  if (!at) await lockKnowledgeBase(tx)
  const { article, text } = await lockText(call, id, named)
  const by = byMember(caller)
  const { publishAt } = text
  if (at) {
    refusePast(publishAt, at)
    if (isLive(text) || publishAt) await setSchedule(tx, text, { publishAt, unpublishAt: at }, by)
  } else if (isLive(text)) await unpublishText(tx, article, { language: text.language, by })
  else await setSchedule(tx, text, { publishAt: null, unpublishAt: null }, by)
}

export async function unplan(call: EditorCall, id: string, named: InLanguage) {
  const { text } = await lockText(call, id, named)
  await setSchedule(call.tx, text, { publishAt: null, unpublishAt: null }, byMember(call.caller))
}

export async function confirm(call: EditorCall, id: string) {
  await lockArticle(call, id)
  await setReviewed(call.tx, id)
  await tellChanged(call.tx, id, byMember(call.caller))
}

type ReviewRequest = InLanguage & {
  reviewer?: string | null | undefined
  /** Restores an ended review with the same sender. A reviewer who already got the mail gets no second mail. */
  back?: boolean | undefined
}

export async function sendForReview(
  call: EditorCall & { platform?: Pick<Platform, 'limiter'> },
  id: string,
  { reviewer, back, ...named }: ReviewRequest,
) {
  const { article, text } = await lockText(call, id, named)
  const steps = reviewSteps(call, article, text)
  const undo = { ...steps, setSender: async () => {}, isMailed: text.reviewMailedAt !== null }
  await requestReview(call, { text, reviewerId: article.reviewerId }, reviewer, back ? undo : steps)
}

function reviewSteps(call: EditorCall, article: ArticleState, text: TextState): ReviewSteps {
  const { tx, caller } = call
  const { language, sentBy } = text
  const about = onArticle(article.id, byMember(caller))
  return {
    archivedCode: 'article-archived',
    // Only admins may read drafts, so only admins may review.
    mayReview: ({ isAdmin }) => isAdmin,
    setReviewer: (reviewerId) => updateArticle(tx, article, { reviewerId }),
    setSender: () => updateText(tx, text, { sentBy: caller.id, reviewMailedAt: null }),
    setStatus: (status) => setStatus(call, text, status),
    recordRequest: (reviewerId) =>
      record(tx, { type: 'article.review-asked', ...about, new: { language, reviewerId } }),
    recordEnd: () => record(tx, { type: 'article.review-ended', ...about, new: { language, sentBy } }),
  }
}

export const noteReviewMailed = updateReviewMailed

export async function endReview(call: EditorCall, id: string, named: InLanguage) {
  const { article, text } = await lockText(call, id, named)
  await giveBack(text, reviewSteps(call, article, text))
}

export async function archive(
  call: EditorCall,
  id: string,
  { to, path, ...named }: InLanguage & { to: string | null; path: string | null },
) {
  const { tx, caller } = call
  await lockKnowledgeBase(tx)
  const { article, text } = await lockText(call, id, named)
  if (article.isTemplate) throw new Refusal('article-is-template')
  if (to && !(await findText(tx, to, text.language))) throw new Refusal('article-not-found')
  if (text.status === 'archived' && text.archivedTo === to && text.archivedPath === path) return
  if (text.status !== 'archived')
    await unpublishText(tx, article, { language: text.language, by: byMember(caller), status: 'archived' })
  await updateText(tx, text, { archivedTo: to, archivedPath: path })
  await insertArchived(tx, article, text.language, { leadsTo: to, path })
}

export async function unarchive(call: EditorCall, id: string, named: InLanguage) {
  const { text } = await lockText(call, id, named)
  if (text.status !== 'archived') return
  await setStatus(call, text, 'draft')
  await deleteArchived(call.tx, id, text.language)
}

async function setStatus({ tx, caller }: EditorCall, text: TextState, status: TextState['status']) {
  await updateText(tx, text, { status, archivedTo: null, archivedPath: null })
  await tellStatus(tx, text, byMember(caller), status)
}

const isLive = ({ liveVersion }: Pick<TextState, 'liveVersion'>) => liveVersion !== null

async function lockText(call: EditorCall, id: string, named: InLanguage) {
  const article = await lockArticle(call, id)
  const text = await findText(call.tx, id, await chosenLanguage(call.tx, named))
  if (!text) throw new Refusal('text-not-found')
  return { article, text }
}

export const chosenLanguage = async (tx: WorkspaceTx, { language }: InLanguage): Promise<string> =>
  language ?? (await findLanguages(tx))[0]!

export async function trash(call: EditorCall, id: string) {
  const { tx, caller } = call
  await lockKnowledgeBase(tx)
  const article = await lockAnyArticle(call, id)
  if (article.trashedAt) return
  for (const text of await listTexts(tx, [id])) {
    if (isLive(text)) await unpublishText(tx, article, { language: text.language, by: byMember(caller) })
    else if (text.publishAt) await updateText(tx, text, { publishAt: null, unpublishAt: null })
  }
  await deletePublished(tx, id)
  await deleteArchived(tx, id)
  await updateArticle(tx, article, { trashedAt: new Date().toISOString(), updatedBy: caller.id })
  await record(tx, { type: 'article.trashed', ...onArticle(id, byMember(caller)) })
  await recordPagesChanged(tx, byMember(caller))
}

export async function untrash(call: EditorCall, id: string) {
  const { tx, caller } = call
  const article = await lockAnyArticle(call, id)
  if (!article.trashedAt) return
  await updateArticle(tx, article, { trashedAt: null, updatedBy: caller.id })
  for (const text of await listTexts(tx, [id]))
    if (text.status === 'archived')
      await insertArchived(tx, article, text.language, { leadsTo: text.archivedTo, path: text.archivedPath })
  await record(tx, { type: 'article.untrashed', ...onArticle(id, byMember(caller)) })
}
