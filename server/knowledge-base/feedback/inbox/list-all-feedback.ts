import type { QueryOf } from '#contract/endpoint.ts'
import type { listAllFeedback as contract } from '#contract/knowledge-base/feedback.ts'
import { findWaiting, type InboxRow, listWaiting } from '#server/knowledge-base/feedback/queries/inbox.ts'
import { shapeFeedback } from '#server/knowledge-base/feedback/shape-said.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'

export type AdminCall = { tx: WorkspaceTx; caller: Member }

export async function listAllFeedback(call: AdminCall & { query: QueryOf<typeof contract> }) {
  const { limit, cursor, ...asked } = call.query
  const found = await listWaiting(call.tx, {
    ...asked,
    helpful: asked.helpful,
    isOpen: asked.isOpen,
    after: readCursor(cursor),
    limit: limit + 1,
  })
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return { items: await shape(call, shown), next: last ? writeCursor({ key: last.sortKey, id: last.id }) : null }
}

export async function showFeedback(call: AdminCall, id: string) {
  const found = await findWaiting(call.tx, id)
  if (!found) throw new Refusal('feedback-not-found')
  return (await shape(call, [found]))[0]!
}

async function shape({ tx, caller }: AdminCall, found: InboxRow[]) {
  const names = await findMemberNames(
    tx,
    found.flatMap(({ memberId, closedBy }) => [memberId, closedBy]),
  )
  return found.map((said) => ({
    ...shapeFeedback(caller, said, names),
    article: { id: said.articleId, title: said.title },
    version: versionOf(said),
    isOpen: said.isOpen,
    closed: said.closedAt === null ? null : { at: said.closedAt, by: names.get(said.closedBy ?? '') ?? '' },
    isAnswerable: isAnswerable(said),
    ticket: ticketOf(said),
  }))
}

const isAnswerable = ({ comment, address }: InboxRow) => comment !== '' && address !== null

const ticketOf = ({ ticketId, ticketNumber }: InboxRow) =>
  ticketId === null || ticketNumber === null ? null : { id: ticketId, number: ticketNumber }

const versionOf = ({ version, publishedAt, isLive }: InboxRow) =>
  version === null || publishedAt === null ? null : { number: version, publishedAt, isLive }
