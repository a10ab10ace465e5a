import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { BodyOf } from '#contract/endpoint.ts'
import { aboutArticle, systemActor } from '#contract/events.ts'
import type { giveFeedback as contract } from '#contract/knowledge-base/feedback.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { CallerOf } from '#server/platform/http/caller.ts'
import { widerNetworkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { CallWithoutTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { normalQuery } from '#server/search/words/normal-query.ts'
import { dailyHash } from './daily-hash.ts'
import * as queries from './queries/feedback.ts'

type Caller = CallerOf<typeof contract>
type FeedbackBody = BodyOf<typeof contract>

const hour = 60 * 60_000
/** Rate limits of feedback, by network, article and workspace. */
export const feedbackLimits = {
  ofNetwork: { name: 'feedback', most: 60, perMs: hour },
  ofArticle: { name: 'feedback-article', most: 300, perMs: hour },
  ofWorkspace: { name: 'feedback-workspace', most: 3000, perMs: hour },
  /** Maximum new voters per article from a /24 or /48 network. Stops people who vote again in other browsers. */
  ofVoices: { name: 'feedback-voices', most: 20, perMs: 24 * hour },
}

export async function giveFeedback(call: CallWithoutTransaction<typeof contract>) {
  const { caller, params, body, platform, request } = call
  const find = (tx: WorkspaceTx) => queries.findReadable(tx, caller, params.id, body.language)
  const article = await call.inTransaction(find, { isReading: true })
  if (!article) throw new Refusal('article-not-found')
  if (!article.takesFeedback) throw new Refusal('feedback-not-taken')
  countFeedback(platform, caller, params.id)
  const id = caller.kind === 'visitor' ? visitorsOwn(platform, caller, params.id, request.headers['user-agent']) : null
  await inWorkspace(platform.app, caller.workspaceId, (tx) =>
    writeFeedback(tx, caller, { ...body, id, articleId: params.id, language: article.language }),
  )
  return {}
}

function countFeedback({ limiter }: Platform, { kind, workspaceId, network }: Caller, articleId: string) {
  if (kind === 'member') return
  limiter.count(feedbackLimits.ofNetwork, network)
  limiter.count(feedbackLimits.ofArticle, `${kind} ${workspaceId} ${articleId}`)
  limiter.count(feedbackLimits.ofWorkspace, `${kind} ${workspaceId}`)
}

const known = new WeakMap<Platform, ReturnType<typeof createReaders>>()

/** Returns the id of the feedback that this browser gave on the article today, or a new id. */
function visitorsOwn(platform: Platform, { workspaceId, network }: Caller, articleId: string, browser = ''): string {
  const readers = known.get(platform) ?? createReaders()
  known.set(platform, readers)
  const reader = `${workspaceId} ${articleId} ${network} ${browser}`
  return readers.find(reader) ?? newVoice()

  function newVoice() {
    platform.limiter.count(feedbackLimits.ofVoices, `${workspaceId} ${articleId} ${widerNetworkOf(network)}`)
    return readers.add(reader)
  }
}

type NewFeedback = FeedbackBody & { id: string | null; articleId: string; language: string }

/** Locks the counts of the article first, so that concurrent feedback is counted correctly. */
async function writeFeedback(
  tx: WorkspaceTx,
  caller: Caller,
  { helpful: isHelpful, comment, email, searched, ...feedback }: NewFeedback,
) {
  await queries.lockCounts(tx, feedback.articleId)
  const own = ownerOf(caller)
  const before = await queries.findFeedbackRow(tx, feedback.articleId, feedback.id ? { id: feedback.id } : own)
  const words = {
    isHelpful,
    language: feedback.language,
    version: await queries.findLiveVersion(tx, feedback.articleId, feedback.language),
    ...(comment !== undefined && { comment }),
    ...(searched !== undefined && { searched: normalQuery(searched) }),
    ...(email !== undefined && caller.kind === 'visitor' && { email: email || null }),
  }
  if (before) await queries.updateFeedback(tx, before.id, { ...words, ...(isNews(before, words) && stillOpen) })
  else
    await queries.insertFeedback(tx, {
      ...words,
      ...own,
      articleId: feedback.articleId,
      ...(feedback.id ? { id: feedback.id } : {}),
    })
  await queries.addToCounts(tx, feedback.articleId, countsOf(isHelpful, before?.isHelpful))
  const actor = caller.kind === 'visitor' ? systemActor : actorOf(caller)
  await record(tx, {
    type: 'article.judged',
    subject: aboutArticle(feedback.articleId),
    by: { actor },
    audience: 'team',
  })
}

type Rating = { isHelpful: boolean; comment?: string }
const isNews = (before: Rating, { isHelpful, comment = before.comment }: Rating) =>
  isHelpful !== before.isHelpful || comment !== before.comment
const stillOpen = { closedAt: null, closedBy: null }

const ownerOf = ({ kind, id }: Caller) => ({
  memberId: kind === 'member' ? id : null,
  customerId: kind === 'customer' ? id : null,
})

const actorOf = ({ kind, id }: Exclude<Caller, { kind: 'visitor' }>) =>
  ({ type: kind === 'member' ? 'agent' : 'customer', id }) as const

function countsOf(is: boolean, was: boolean | undefined) {
  const change = (rating: boolean) => Number(is === rating) - Number(was === rating)
  return { helpful: change(true), unhelpful: change(false) }
}

const mostReaders = 50_000

function createReaders() {
  const ids = new LRUCache<string, string>({ max: mostReaders })
  const nameOf = dailyHash(() => ids.clear())
  return {
    find: (reader: string): string | undefined => ids.get(nameOf(reader, Date.now())),
    add(reader: string): string {
      const id = randomUUID()
      ids.set(nameOf(reader, Date.now()), id)
      return id
    },
  }
}
