import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { isAdminRole } from '#contract/workspace/admin-role.ts'
import { endReviews } from '#server/content/entries/publication/states.ts'
import { setResponsibleMembers as nameKeepersOfEntry } from '#server/content/entries/writing/write-entry.ts'
import { findModels, mayPublish } from '#server/content/models/find-models.ts'
import { changeOwnerOrReviewer as nameKeepersOfArticle } from '#server/knowledge-base/articles/create-article.ts'
import { endReview } from '#server/knowledge-base/articles/publication/states.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { enqueue, type Job, job } from '#server/platform/jobs.ts'
import { findActiveMember, listActiveMembers } from '#server/workspace/team/find-members.ts'
import { listArticles, listEntries } from './list-work.ts'
import { addHanded, HandedOver, mailTakers } from './mail-takers.ts'

const atOnce = 100

export const ContentTakers = z.object({
  articlesTo: Id.nullable(),
  entriesTo: Id.nullable(),
  reviewsTo: Id.nullable(),
})
export type ContentTakers = z.output<typeof ContentTakers>

const HandOver = ContentTakers.extend({
  memberId: Id,
  by: Id,
  handed: HandedOver.default({}),
  ticketsTo: Id.nullable().default(null),
})
type HandOver = z.output<typeof HandOver>
type HandOverCall = { tx: WorkspaceTx; platform: Platform }

export const handOverContent: Job<typeof HandOver> = job(
  'leaving.hand-over-content',
  HandOver,
  async (wanted, { inWorkspace, platform }) => {
    await inWorkspace((tx) => handOver({ tx, platform }, wanted))
  },
)

export const handOverContentLater = (tx: WorkspaceTx, wanted: HandOver) =>
  enqueue(tx, handOverContent, wanted, { key: `${handOverContent.name}:${wanted.memberId}` })

async function handOver(call: HandOverCall, wanted: HandOver) {
  const { tx } = call
  if (await findActiveMember(tx, wanted.memberId)) return tellTakers(tx, wanted)
  let { handed } = wanted
  for (const [kind, step] of steps) {
    const { changed, given } = await step(call, wanted)
    handed = addHanded(handed, kind, given)
    if (changed === atOnce) return handOverContentLater(tx, { ...wanted, handed })
  }
  return tellTakers(tx, { ...wanted, handed })
}

const tellTakers = (tx: WorkspaceTx, { memberId, by, handed, ...takers }: HandOver) =>
  mailTakers(tx, {
    leaverId: memberId,
    by,
    handed,
    takers: {
      tickets: takers.ticketsTo,
      articles: takers.articlesTo,
      entries: takers.entriesTo,
      articleReviews: takers.reviewsTo,
      entryReviews: takers.reviewsTo,
    },
  })

// `changed`: number of changed articles or entries. The step is finished if this number is below the batch size.
// `given`: ids of the articles or entries with a new owner or reviewer.
type StepResult = { changed: number; given: string[] }
type HandOverStep = (call: HandOverCall, wanted: HandOver) => Promise<StepResult>

const none: StepResult = { changed: 0, given: [] }
const allOf = (given: { id: string }[]): StepResult => ({ changed: given.length, given: given.map(({ id }) => id) })

async function giveArticles({ tx }: HandOverCall, { memberId, articlesTo, by }: HandOver) {
  if (!articlesTo || !(await findActiveMember(tx, articlesTo))) return none
  const articles = await listArticles(tx, 'owner', memberId, atOnce)
  for (const { id } of articles) await nameKeepersOfArticle({ tx, caller: { id: by } }, id, { ownerId: articlesTo })
  return allOf(articles)
}

async function giveEntries(call: HandOverCall, { memberId, entriesTo, by }: HandOver) {
  if (!entriesTo || !(await findActiveMember(call.tx, entriesTo))) return none
  const entries = await listEntries(call.tx, 'owner', memberId, atOnce)
  for (const entry of entries) await nameKeepersOfEntry(asAdmin(call, by), entry, { ownerId: entriesTo })
  return allOf(entries)
}

async function giveArticleReviews({ tx }: HandOverCall, { memberId, reviewsTo, by }: HandOver) {
  const [taker] = reviewsTo ? await listActiveMembers(tx, [reviewsTo]) : []
  const reviewerId = taker && isAdminRole(taker.role) ? taker.id : null
  const call = { tx, caller: { id: by } }
  const articles = await listArticles(tx, 'reviewer', memberId, atOnce)
  for (const { id, inReview } of articles) {
    await nameKeepersOfArticle(call, id, { reviewerId })
    if (!reviewerId) for (const language of inReview) await endReview(call, id, { language })
  }
  const waiting = articles.filter(({ inReview }) => inReview.length > 0)
  return { changed: articles.length, given: reviewerId ? allOf(waiting).given : [] }
}

async function giveEntryReviews(call: HandOverCall, { memberId, reviewsTo, by }: HandOver) {
  const { tx } = call
  const [taker] = reviewsTo ? await listActiveMembers(tx, [reviewsTo]) : []
  const { byId } = await findModels(tx)
  const entries = await listEntries(tx, 'reviewer', memberId, atOnce)
  const given: string[] = []
  for (const { modelId, inReview, ...entry } of entries) {
    const fits = taker && mayPublish(byId.get(modelId)!, { id: taker.id, isAdmin: isAdminRole(taker.role) })
    await nameKeepersOfEntry(asAdmin(call, by), entry, { reviewerId: fits ? taker.id : null })
    if (!fits) await endReviews(asAdmin(call, by), entry)
    else if (inReview.length > 0) given.push(entry.id)
  }
  return { changed: entries.length, given }
}

const steps: [kind: 'articles' | 'entries' | 'articleReviews' | 'entryReviews', step: HandOverStep][] = [
  ['articles', giveArticles],
  ['entries', giveEntries],
  ['articleReviews', giveArticleReviews],
  ['entryReviews', giveEntryReviews],
]

// Returns the context for calls as the admin `by`. Admin rights apply even if `by` has lost the admin role after
// deactivating the member.
const asAdmin = ({ tx, platform }: HandOverCall, by: string) => ({
  tx,
  platform,
  caller: { id: by, isAdmin: true, key: null },
})
