import type { QueryOf } from '#contract/endpoint.ts'
import type { listFeedback as contract, listAllFeedback as contractOfAll } from '#contract/knowledge-base/feedback.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cutPage, readCursor, rowCursor } from '#server/search/words/cursor.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { type FeedbackRow, hasArticle, listFeedbackRows } from './queries/feedback.ts'
import { findWaiting, type InboxRow, listWaiting } from './queries/inbox.ts'

export type AdminCall = { tx: WorkspaceTx; caller: Member }

export async function listFeedback({ tx, caller }: AdminCall, articleId: string, query: QueryOf<typeof contract>) {
  if (!(await hasArticle(tx, articleId))) throw new Refusal('article-not-found')
  const { limit, cursor, withComment } = query
  const found = await listFeedbackRows(tx, articleId, withComment, readCursor(cursor), limit + 1)
  const { shown, next } = cutPage(found, limit, rowCursor)
  const memberIds = shown.map(({ memberId }) => memberId)
  const names = await findMemberNames(tx, memberIds)
  return { items: shown.map((row) => shape(caller, row, names)), next }
}

export async function listAllFeedback(call: AdminCall, { limit, cursor, ...filter }: QueryOf<typeof contractOfAll>) {
  const found = await listWaiting(call.tx, { ...filter, after: readCursor(cursor), limit: limit + 1 })
  const { shown, next } = cutPage(found, limit, rowCursor)
  return { items: await shapeWaiting(call, shown), next }
}

export async function showFeedback(call: AdminCall, id: string) {
  const found = await findWaiting(call.tx, id)
  if (!found) throw new Refusal('feedback-not-found')
  return (await shapeWaiting(call, [found]))[0]!
}

async function shapeWaiting({ tx, caller }: AdminCall, found: InboxRow[]) {
  const memberIds = found.flatMap(({ memberId, closedBy }) => [memberId, closedBy])
  const names = await findMemberNames(tx, memberIds)
  return found.map((row) => ({
    ...shape(caller, row, names),
    article: { id: row.articleId, title: row.title },
    version: versionOf(row),
    isOpen: row.isOpen,
    closed: row.closedAt === null ? null : { at: row.closedAt, by: names.get(row.closedBy ?? '') ?? '' },
    isAnswerable: row.comment !== '' && row.address !== null,
    ticket: row.ticketId === null || row.ticketNumber === null ? null : { id: row.ticketId, number: row.ticketNumber },
  }))
}

const versionOf = ({ version, publishedAt, isLive }: InboxRow) =>
  version === null || publishedAt === null ? null : { number: version, publishedAt, isLive }

/** Mail addresses and customer names are shown to admins, not to API keys. */
function shape({ key }: Member, row: FeedbackRow, names: Map<string, string>) {
  return {
    id: row.id,
    helpful: row.isHelpful,
    comment: row.comment,
    email: key ? null : row.email,
    language: row.language,
    searched: row.searched,
    at: row.createdAt,
    by: authorOf(key ? { ...row, customerName: null } : row, names),
  }
}

function authorOf({ memberId, customerId, customerName }: FeedbackRow, names: Map<string, string>) {
  if (memberId) return { kind: 'team' as const, id: memberId, name: names.get(memberId) ?? '' }
  if (customerId) return { kind: 'customer' as const, id: customerId, name: shownAddress(customerName ?? '') }
  return { kind: 'visitor' as const, id: null, name: '' }
}
