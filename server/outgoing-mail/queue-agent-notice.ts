import { randomUUID } from 'node:crypto'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { insertOutgoing, type NoticeContent, type NoticeKind } from './queries.ts'
import { findMemberToNotify } from './recipient-queries.ts'
import { queueOutgoing } from './send-outgoing.ts'

export type AgentNotice = {
  kind: NoticeKind
  ticketId: string
  /** Whom it concerns; nobody is told when there is nobody. */
  memberId: string | null
  /** Who did it; nobody is told of their own act. */
  actorId: string | null
  messageId?: string | null
  /** Of notices with the same one, one is mailed. */
  mailMessageId?: string
}

/** A change that is taken back at once has told nobody. */
const waitMs = 15_000

/** Mails a member what happened on a ticket, when they want to hear of such things. */
export async function queueAgentNotice(
  tx: WorkspaceTx,
  { kind, ticketId, memberId, actorId, messageId = null, mailMessageId = randomUUID() }: AgentNotice,
) {
  if (!memberId || memberId === actorId) return
  const member = await findMemberToNotify(tx, memberId)
  if (!member || member.notifications[kind] === false) return
  const content: NoticeContent = { notice: kind, memberId, actorId }
  const [mail] = await insertOutgoing(tx, [
    {
      kind: 'agent-notice',
      recipient: member.email,
      ticketId,
      messageId,
      mailMessageId,
      content: JSON.stringify(content),
    },
  ])
  if (mail) await queueOutgoing(tx, mail.id, new Date(Date.now() + waitMs))
}
