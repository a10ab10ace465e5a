import { z } from 'zod'
import { textFor } from '#server/entries/shape-entries.ts'
import { readEntry } from '#server/entries/show-entry.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { findMemberNames } from '#server/team/find-members.ts'
import { findDomain, findLastWords, findReviewToMail } from './queries.ts'

const Review = z.object({
  kind: z.enum(['asked', 'ended']),
  entryId: z.uuid(),
  language: z.string(),
  memberId: z.uuid(),
  actorId: z.uuid(),
  at: z.iso.datetime(),
})
type Review = z.output<typeof Review>

/** Tells a reviewer what waits for them, or who sent it what came back: what is so when the mail goes. */
export const mailReview = job('comments.mail-review', Review, async (review, { inWorkspace, platform }) => {
  const found = await inWorkspace((tx) => readReview(tx, review))
  if (!found) return
  const { to, domain, place, ...content } = found
  const mail = await platform.composeSystemMail({
    to,
    fromName: content.actorName,
    template: 'review',
    content: { ...content, url: `${platform.settings.workspaceOrigin(domain)}/cms/content/edit/${place}` },
  })
  const sent = await platform.mailer.send(mail)
  if (!sent.ok && !sent.permanent) throw new Error('The relay did not take a mail of a review')
})

const mostExcerpt = 500

async function readReview(tx: WorkspaceTx, review: Review) {
  const { kind, entryId, language, actorId, at } = review
  const to = await findReviewToMail(tx, review)
  if (!to) return undefined
  const opened = await readEntry(tx, entryId)
  const names = await findMemberNames(tx, [actorId])
  const said = kind === 'ended' ? await findLastWords(tx, { entryId, authorId: actorId, at }) : ''
  return {
    ...{ to, kind, domain: await findDomain(tx), actorName: names.get(actorId) ?? '' },
    title: textFor(opened.texts, language, opened.languages[0]!)?.title || 'an untitled entry',
    model: opened.model.name,
    said: said.length > mostExcerpt ? `${said.slice(0, mostExcerpt).trimEnd()}…` : said,
    place: `${entryId}${language === opened.languages[0] ? '' : `?language=${encodeURIComponent(language)}`}`,
  }
}

/** What is taken back at once has told nobody. */
const waitMs = 15_000

export const mailReviewer = (
  tx: WorkspaceTx,
  { new: { language, reviewerId }, ...event }: NewEvent<'entry.review-asked'>,
) => mailLater(tx, event, { kind: 'asked', language, memberId: reviewerId })

export const mailSender = (tx: WorkspaceTx, { new: { language, sentBy }, ...event }: NewEvent<'entry.review-ended'>) =>
  mailLater(tx, event, { kind: 'ended', language, memberId: sentBy })

type Told = Pick<Review, 'kind' | 'language'> & { memberId: string | null }

/** Nobody is told of their own act. */
async function mailLater(
  tx: WorkspaceTx,
  { subject, by: { actor } }: Pick<NewEvent, 'subject' | 'by'>,
  { kind, language, memberId }: Told,
) {
  if (!memberId || !actor.id || memberId === actor.id) return
  const at = new Date()
  const review = { kind, language, memberId, entryId: subject.id!, actorId: actor.id, at: at.toISOString() }
  const key = `${mailReview.name} ${subject.id} ${language} ${memberId} ${kind}`
  await enqueue(tx, mailReview, review, { key, runAt: new Date(at.getTime() + waitMs) })
}
