import { systemActor } from '#contract/events.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewText } from '#server/tickets/ticket/ticket-state.ts'
import { lockSideConversation } from './find-side-conversation.ts'
import { insertMessage, updateConversation, wasWrittenTo } from './queries.ts'
import { recordMessage, recordReopening } from './record-messages.ts'

type Answer = {
  from: { name: string; address: string }
  text: NewText
  isAutomatic: boolean
  /** Nothing proves that the owner of the address wrote the mail. */
  isUnverified: boolean
  /** Another mail had the same Message-ID before. */
  isIdUsed: boolean
  mailMessageId: string | null
}

const by = { actor: systemActor, cause: 'mail' }
const mostLetters = 120

/** Adds a mail to a side conversation, and reopens it. The state of the ticket does not change. */
export async function addAnswer(
  tx: WorkspaceTx,
  id: string,
  { from, text, isAutomatic, isUnverified, isIdUsed, mailMessageId }: Answer,
) {
  const locked = await lockSideConversation(tx, id)
  const { conversation, ticket } = locked
  const seq = conversation.lastSeq + 1
  const isStranger = !(await wasWrittenTo(tx, conversation, from.address))
  const signs = { stranger: isStranger, unverified: isUnverified, 'used-id': isIdUsed }
  const flags = keysOf(signs).filter((flag) => signs[flag])
  const row = {
    ...{ sideConversationId: id, seq, address: from.address, name: from.name.slice(0, mostLetters) },
    ...{ bodyHtml: text.html, bodyText: text.text, quotedText: text.quotedText },
    ...{ isAutomatic, flags, mailMessageId },
  }
  const sideMessageId = await insertMessage(tx, row, text.attachmentIds)
  const lastMessageAt = new Date().toISOString()
  const asUnread = isAutomatic ? {} : { lastAnswerSeq: seq, closedAt: null }
  await updateConversation(tx, id, { lastSeq: seq, lastMessageAt, ...asUnread })
  if (conversation.closedAt && !isAutomatic) await recordReopening(tx, locked, by)
  await recordMessage(tx, ticket, { sideMessageId, isAnswer: !isAutomatic, by })
}
