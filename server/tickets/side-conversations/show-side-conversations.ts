import type { z } from 'zod'
import type { QueryOf } from '#contract/endpoint.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { listSideMessages as contract, SideMessage } from '#contract/tickets/side-conversations.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { showFiles } from '#server/tickets/conversation/messages/list-messages.ts'
import type { MemberCall } from '#server/tickets/ticket/caller.ts'
import { listMergedIds, refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { findSideConversation } from './find-side-conversation.ts'
import { hasEarlier, listConversationRows, listMessageRows, type SideMessageRow } from './queries.ts'

export async function listSideConversations({ tx, caller }: MemberCall, ticketId: string) {
  await refuseUnseen(tx, ticketId, caller)
  const ticketIds = [ticketId, ...(await listMergedIds(tx, ticketId, caller))]
  return { items: (await listConversationRows(tx, { ticketIds }, caller.id)).map(shape), next: null }
}

export async function showSideConversation({ tx, caller }: MemberCall, id: string) {
  const [row] = await listConversationRows(tx, { id }, caller.id)
  if (!row) throw new Refusal('side-conversation-not-found')
  return shape(row)
}

type Row = Awaited<ReturnType<typeof listConversationRows>>[number]

const shape = ({ recipients, names, isUnread, closedAt, ...row }: Row) => ({
  ...row,
  to: recipients,
  people: recipients.map((address, at) => ({ address, name: names[at] ?? '' })),
  unread: isUnread,
  closed: closedAt !== null,
})

const afterAll = 2_147_483_647

export async function listSideMessages(call: MemberCall, id: string, { limit, before }: QueryOf<typeof contract>) {
  const { tx } = call
  await findSideConversation(tx, id)
  const rows = await listMessageRows(tx, id, { limit, before: before ?? afterAll })
  const first = rows[0]?.seq
  const next = first !== undefined && (await hasEarlier(tx, id, first)) ? String(first) : null
  return { items: rows.map((row) => shapeMessage(call, row)), next }
}

export const showLastSideMessage = (call: MemberCall, id: string) => showSideMessage(call, id, afterAll - 1)

export async function showSideMessage(call: MemberCall, id: string, seq: number) {
  const [row] = await listMessageRows(call.tx, id, { before: seq + 1, limit: 1 })
  if (!row) throw new Refusal('side-message-not-found')
  return shapeMessage(call, row)
}

const shapeMessage = (
  { platform, tx: { workspaceId } }: MemberCall,
  row: SideMessageRow,
): z.input<typeof SideMessage> => ({
  ...{ id: row.id, seq: row.seq, author: authorOf(row), to: row.recipients },
  ...{ bodyText: row.bodyText, quotedText: row.quotedText, automatic: row.isAutomatic, createdAt: row.createdAt },
  ...showFiles({ platform, workspaceId }, row.bodyHtml, row.files),
  flags: row.flags,
  deliveries: row.deliveries,
  sendAt: row.isWaiting ? row.sendAt : null,
  redactedAt: row.redactedAt,
  forwarded: row.forwarded && {
    ...row.forwarded,
    attachments: showFiles({ platform, workspaceId }, '', row.forwarded.files).attachments,
  },
})

function authorOf({ memberId, memberName, memberEmail, address, name }: SideMessageRow) {
  const email = (memberId ? memberEmail : address) ?? ''
  const shownName = (memberId ? memberName : name) || shownAddress(email)
  return { type: memberId ? ('agent' as const) : ('outsider' as const), id: memberId, name: shownName, email }
}
