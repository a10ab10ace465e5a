import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { sendSystemMail } from '#server/platform/mail/send-system-mail.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { findDomain, findLastWords, findReviewToMail } from '#server/writing/comments/queries/mails.ts'
import type { FindTopic } from '#server/writing/comments/topic.ts'

const Review = z.object({
  kind: z.enum(['asked', 'ended']),
  /** Exactly one of `entryId` and `articleId` is set. */
  entryId: Id.nullable().default(null),
  articleId: Id.nullable().default(null),
  language: z.string(),
  memberId: Id,
  actorId: Id,
  at: z.iso.datetime(),
})
type Review = z.output<typeof Review>

const mailReview = { name: 'comments.mail-review', payload: Review }

/**
 * Mails a reviewer that a text waits for review, or mails the requester that the review ended. Sends no mail if the
 * state of the review has changed in the meantime.
 */
export const reviewJob = (findTopic: FindTopic) =>
  job(mailReview.name, Review, async (review, { inWorkspace, platform }) => {
    const found = await inWorkspace((tx) => readReview(tx, findTopic, review))
    if (!found) return
    const { to, domain, path, ...content } = found
    await sendSystemMail(platform, {
      to,
      fromName: content.actorName,
      template: 'review',
      content: { ...content, url: `${platform.settings.workspaceOrigin(domain)}${path}` },
    })
    if (review.kind === 'asked')
      await inWorkspace(async (tx) => (await findTopic(tx, review)).noteReviewMailed?.(tx, review.language))
  })

const mostExcerpt = 500

async function readReview(
  tx: WorkspaceTx,
  findTopic: FindTopic,
  { kind, entryId, articleId, language, memberId, actorId, at }: Review,
) {
  const about = articleId ? { type: 'article' as const, id: articleId } : { type: 'entry' as const, id: entryId! }
  const to = await findReviewToMail(tx, { kind, about, language, memberId })
  if (!to) return undefined
  const { mailed } = await findTopic(tx, { articleId, entryId })
  const names = await findMemberNames(tx, [actorId])
  const said = kind === 'ended' ? await findLastWords(tx, { about, authorId: actorId, at }) : ''
  return {
    ...{ to, kind, domain: await findDomain(tx), actorName: names.get(actorId) ?? '' },
    ...{ title: await mailed.titleIn(language), noun: mailed.noun, model: mailed.model },
    said: said.length > mostExcerpt ? `${said.slice(0, mostExcerpt).trimEnd()}…` : said,
    path: mailed.pathIn(language),
  }
}

/** Delay of review mails. A review that is undone at once then sends no mail. */
const waitMs = 15_000

type ReviewRequested = NewEvent<'entry.review-asked'> | NewEvent<'article.review-asked'>
type ReviewEnded = NewEvent<'entry.review-ended'> | NewEvent<'article.review-ended'>

export const mailReviewer = (tx: WorkspaceTx, { new: { language, reviewerId }, ...event }: ReviewRequested) =>
  mailLater(tx, event, { kind: 'asked', language, memberId: reviewerId })

export const mailSender = (tx: WorkspaceTx, { new: { language, sentBy }, ...event }: ReviewEnded) =>
  mailLater(tx, event, { kind: 'ended', language, memberId: sentBy })

type ReviewToTell = Pick<Review, 'kind' | 'language'> & { memberId: string | null }

async function mailLater(
  tx: WorkspaceTx,
  { subject, by: { actor } }: Pick<NewEvent, 'subject' | 'by'>,
  { kind, language, memberId }: ReviewToTell,
) {
  if (!memberId || !actor.id || memberId === actor.id) return
  const at = new Date()
  const about = subject.type === 'article' ? { articleId: subject.id } : { entryId: subject.id }
  const review = { kind, language, memberId, ...about, actorId: actor.id, at: at.toISOString() }
  const key = `${mailReview.name} ${subject.id} ${language} ${memberId} ${kind}`
  await enqueue(tx, mailReview, review, { key, runAt: new Date(at.getTime() + waitMs) })
}
