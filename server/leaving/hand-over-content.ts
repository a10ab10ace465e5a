import { z } from 'zod'
import { nameKeepers as nameKeepersOfArticle } from '#server/articles/create-article.ts'
import { endReview } from '#server/articles/publication/states.ts'
import { findModels, mayPublish } from '#server/content-models/find-models.ts'
import { endReviews } from '#server/entries/publication/states.ts'
import { nameKeepers as nameKeepersOfEntry } from '#server/entries/writing/write-entry.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { enqueue, type Job, job } from '#server/platform/jobs.ts'
import { findActiveMember, listActiveMembers } from '#server/team/find-members.ts'
import { listArticles, listEntries } from './list-work.ts'

const atOnce = 100

const HandOver = z.object({
  memberId: z.uuid(),
  articlesTo: z.uuid().nullable(),
  entriesTo: z.uuid().nullable(),
  reviewsTo: z.uuid().nullable(),
  by: z.uuid(),
})
type HandOver = z.output<typeof HandOver>
type Call = { tx: WorkspaceTx; platform: Platform }

/** Queues what gives articles, entries and reviews of somebody who leaves to whoever takes them over. */
export const handOverContentLater = (tx: WorkspaceTx, { by, with: leaver }: NewEvent<'member.deactivated'>) =>
  queue(tx, { ...leaver, by: by.actor.id! })

export const handOverContent: Job<typeof HandOver> = job(
  'leaving.hand-over-content',
  HandOver,
  async (wanted, { inWorkspace, platform }) => {
    await inWorkspace((tx) => handOver({ tx, platform }, wanted))
  },
)

const queue = (tx: WorkspaceTx, wanted: z.input<typeof HandOver>) =>
  enqueue(tx, handOverContent, wanted, { key: `${handOverContent.name}:${wanted.memberId}` })

/** A step of it. Who takes over has been asked and gets no mail; whose review comes back does. */
async function handOver(call: Call, wanted: HandOver) {
  const { tx } = call
  if (await findActiveMember(tx, wanted.memberId)) return
  for (const step of [giveArticles, giveEntries, giveArticleReviews, giveEntryReviews])
    if ((await step(call, wanted)) === atOnce) return queue(tx, wanted)
}

/** A step answers how many it changed: fewer than it may change at once are the last ones. */
async function giveArticles({ tx }: Call, { memberId, articlesTo, by }: HandOver) {
  if (!articlesTo || !(await findActiveMember(tx, articlesTo))) return 0
  const articles = await listArticles(tx, 'owner', memberId, atOnce)
  for (const { id } of articles) await nameKeepersOfArticle({ tx, caller: { id: by } }, id, { ownerId: articlesTo })
  return articles.length
}

async function giveEntries(call: Call, { memberId, entriesTo, by }: HandOver) {
  if (!entriesTo || !(await findActiveMember(call.tx, entriesTo))) return 0
  const entries = await listEntries(call.tx, 'owner', memberId, atOnce)
  for (const entry of entries) await nameKeepersOfEntry(asAdmin(call, by), entry, { ownerId: entriesTo })
  return entries.length
}

async function giveArticleReviews({ tx }: Call, { memberId, reviewsTo, by }: HandOver) {
  const [taker] = reviewsTo ? await listActiveMembers(tx, [reviewsTo]) : []
  const reviewerId = taker && taker.role !== 'TeamUser' ? taker.id : null
  const call = { tx, caller: { id: by } }
  const articles = await listArticles(tx, 'reviewer', memberId, atOnce)
  for (const { id, inReview } of articles) {
    await nameKeepersOfArticle(call, id, { reviewerId })
    if (!reviewerId) for (const language of inReview) await endReview(call, id, { language })
  }
  return articles.length
}

async function giveEntryReviews(call: Call, { memberId, reviewsTo, by }: HandOver) {
  const { tx } = call
  const [taker] = reviewsTo ? await listActiveMembers(tx, [reviewsTo]) : []
  const { byId } = await findModels(tx)
  const entries = await listEntries(tx, 'reviewer', memberId, atOnce)
  for (const { modelId, ...entry } of entries) {
    const fits = taker && mayPublish(byId.get(modelId)!, { id: taker.id, isAdmin: taker.role !== 'TeamUser' })
    await nameKeepersOfEntry(asAdmin(call, by), entry, { reviewerId: fits ? taker.id : null })
    if (!fits) await endReviews(asAdmin(call, by), entry)
  }
  return entries.length
}

/** Whoever deactivated them may have been no admin any more since; it was asked while they were. */
const asAdmin = ({ tx, platform }: Call, by: string) => ({
  ...{ tx, platform },
  caller: { id: by, isAdmin: true, key: null },
})
