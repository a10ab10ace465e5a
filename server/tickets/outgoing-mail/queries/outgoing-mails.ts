import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AgentNotice } from '#contract/mails.ts'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { OutgoingMails } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { statement } from '#server/platform/fast-reads/statement.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'

type OutgoingContents = {
  answer: null
  side: null
  acknowledgement: AcknowledgementContent | null
  waiting: null
  solved: SolvedContent | null
  'unsent-answer': { memberId: string }
  'agent-notice': NoticeContent | null
}
export type OutgoingKind = keyof OutgoingContents
export type NoticeKind = AgentNotice['code']
/** Contains no words of the ticket. The text is composed when the notice is sent. */
export type NoticeContent = { notice: NoticeKind; memberId: string; actorId: string | null }

/** `isProven`: the requester certainly wrote the request. If not, the mail repeats nothing of the request. */
type AcknowledgementContent = { isProven: boolean }

type SolvedContent = { solvedAt: string }

export type NewOutgoing = {
  kind: OutgoingKind
  recipient: string
  ticketId: string
  messageId: string | null
  sideMessageId?: string | null
  /** The id from which the signed Message-ID is built. A recipient gets only one mail with this id. */
  mailMessageId: string
  content?: NoticeContent | AcknowledgementContent | SolvedContent | { memberId: string }
  state?: 'queued' | 'failed'
  reason?: DeliveryReason | null
}

/** Inserts mails and returns only the new ones. A repeated call inserts nothing. */
export async function insertOutgoing(tx: WorkspaceTx, mails: NewOutgoing[]) {
  if (mails.length === 0) return []
  noteAnswers(tx, mails)
  return tx
    .insertInto('outgoingMails')
    .values(
      mails.map(({ reason, content, ...mail }) => ({ ...mail, reason: asJson(reason), content: asJson(content) })),
    )
    .onConflict((conflict) => conflict.columns(['workspaceId', 'mailMessageId', 'recipient']).doNothing())
    .returning(['id', 'state', 'recipient'])
    .execute()
}

/** Marks the messages of answers as changed, because the API shows the delivery state in the message. */
function noteAnswers(tx: WorkspaceTx, mails: { kind: string; messageId?: string | null | undefined }[]) {
  const ids = mails.flatMap(({ kind, messageId }) => (kind === 'answer' && messageId ? [messageId] : []))
  noteChanges(tx, 'message', ids)
}

const claimColumns = [
  ...(['id', 'kind', 'recipient', 'ticketId', 'messageId', 'sideMessageId', 'mailMessageId'] as const),
  ...(['content', 'state', 'attempts', 'nextTryAt'] as const),
] as const

/** Claims a mail atomically for one worker. A claim ends after two minutes, in case the worker crashes. */
export const claimOutgoing = (tx: WorkspaceTx, id: string) =>
  tx
    .updateTable('outgoingMails')
    .set({ attempts: sql`attempts + 1`, nextTryAt: sql`now() + interval '2 minutes'` })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'retrying'])
    .where((is) => is.or([is('nextTryAt', 'is', null), is('nextTryAt', '<=', sql<string>`now()`)]))
    .returning(claimColumns)
    .$castTo<ClaimedMail>()
    .executeTakeFirst()

type ClaimedRow = Pick<Selectable<OutgoingMails>, Exclude<(typeof claimColumns)[number], 'kind' | 'content'>>
export type ClaimedMail<K extends OutgoingKind = OutgoingKind> = {
  [One in K]: ClaimedRow & { kind: One; content: OutgoingContents[One] }
}[K]

export const findNextTry = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('outgoingMails')
    .select('nextTryAt')
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'retrying'])
    .executeTakeFirst()

export const makeDue = (tx: WorkspaceTx, reasons: readonly DeliveryReason['code'][]) =>
  tx
    .updateTable('outgoingMails')
    .set({ nextTryAt: sql`now()` })
    .where('state', '=', 'retrying')
    .where(sql<string>`reason->>'code'`, 'in', reasons)
    .where('nextTryAt', '>', sql<string>`now()`)
    .returning('id')
    .execute()

type Outcome =
  | { state: 'sent' }
  | { state: 'retrying'; reason: DeliveryReason; nextTryAt: string }
  | { state: 'failed' | 'bounced'; reason: DeliveryReason }

export async function settleOutgoing(tx: WorkspaceTx, id: string, outcome: Outcome) {
  const settled = await tx
    .updateTable('outgoingMails')
    .set({
      nextTryAt: null,
      ...outcome,
      reason: 'reason' in outcome ? asJson(outcome.reason) : null,
      ...(outcome.state === 'sent' ? { sentAt: sql<string>`now()` } : {}),
      ...(outcome.state === 'bounced' ? { bouncedAt: sql<string>`now()` } : {}),
    })
    .where('id', '=', id)
    .returning(['kind', 'messageId'])
    .execute()
  noteAnswers(tx, settled)
}

export async function failWaiting(
  tx: WorkspaceTx,
  ticketId: string,
  { recipient, reason }: { recipient: string; reason: DeliveryReason },
) {
  const failed = await tx
    .updateTable('outgoingMails')
    .set({ state: 'failed', nextTryAt: null, reason: asJson(reason) })
    .where('ticketId', '=', ticketId)
    .where('recipient', '=', recipient)
    .where('kind', '=', 'answer')
    .where('state', 'in', ['queued', 'retrying'])
    .returning(['kind', 'messageId'])
    .execute()
  noteAnswers(tx, failed)
}

const asJson = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

const sentColumns = ['id', 'kind', 'recipient', 'ticketId', 'messageId', 'sideMessageId', 'state'] as const

export const findSent = (tx: WorkspaceTx, mailMessageId: string) =>
  tx.selectFrom('outgoingMails').select(sentColumns).where('mailMessageId', '=', mailMessageId).execute()

export const findSentMail = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('outgoingMails').select(sentColumns).where('id', '=', id).executeTakeFirst()

/** Finds the last answer on the ticket that was sent to this recipient, for a delivery report that names no mail. */
export const findLastAnswerTo = (tx: WorkspaceTx, ticketId: string, recipient: string) =>
  tx
    .selectFrom('outgoingMails')
    .select(sentColumns)
    .where('ticketId', '=', ticketId)
    .where('recipient', '=', recipient)
    .where('kind', '=', 'answer')
    .where('state', 'in', ['sent', 'bounced'])
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function countBounced(tx: WorkspaceTx, recipient: string, hours: number): Promise<number> {
  const { count } = await tx
    .selectFrom('outgoingMails')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('recipient', '=', recipient)
    .where('bouncedAt', '>', sql<string>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirstOrThrow()
  return count
}

/** Clears the bounces that lead to suppression. The delivery states of the mails do not change. */
export const clearBounces = (tx: WorkspaceTx, recipient: string) =>
  tx
    .updateTable('outgoingMails')
    .set({ bouncedAt: null })
    .where('recipient', '=', recipient)
    .where('bouncedAt', 'is not', null)
    .execute()

export async function listRecipientsOfMail(tx: WorkspaceTx, mailMessageId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('outgoingMails')
    .select('recipient')
    .where('mailMessageId', '=', mailMessageId)
    .execute()
  return rows.map(({ recipient }) => recipient)
}

/**
 * Returns whether a mail about the ticket was created for this address. If so, the owner of the address can know the
 * mail address of the ticket.
 */
export async function wasSentAbout(tx: WorkspaceTx, ticketId: string, recipient: string): Promise<boolean> {
  const found = await tx
    .selectFrom('outgoingMails')
    .select('id')
    .where('ticketId', '=', ticketId)
    .where('recipient', '=', recipient)
    .where('kind', '<>', 'side')
    .executeTakeFirst()
  return found !== undefined
}

const reason = sql<DeliveryReason | null>`reason`.as('reason')

export const listFailedRecipients = (tx: WorkspaceTx, messageId: string) =>
  tx
    .selectFrom('outgoingMails')
    .select(['recipient', reason])
    .where((is) => is.or([is('messageId', '=', messageId), is('sideMessageId', '=', messageId)]))
    .where('kind', 'in', ['answer', 'side'])
    .where('state', 'in', ['failed', 'bounced'])
    .execute()

type DeliveryRow = Pick<Selectable<OutgoingMails>, 'messageId' | 'state' | 'nextTryAt'> & {
  reason: DeliveryReason | null
}
const writeDeliveries = (workspaceId: unknown, messages: RawBuilder<unknown>) => sql`
  select message_id, state, next_try_at, reason from outgoing_mails
  where workspace_id = ${workspaceId} and kind = 'answer' and message_id ${messages}`
const deliveries = statement<DeliveryRow, { ticketId: string }>(({ workspaceId, ticketId }) =>
  writeDeliveries(
    workspaceId,
    sql`in (select id from messages where workspace_id = ${workspaceId} and ticket_id = ${ticketId} and author_type = 'agent')`,
  ),
)
const deliveriesOfMessages = statement<DeliveryRow, { ids: string[] }>(({ workspaceId, ids }) =>
  writeDeliveries(workspaceId, sql`= any(${ids}::uuid[])`),
)
export const listDeliveries = (tx: WorkspaceTx, of: { ticketId: string } | { ids: string[] }) =>
  'ids' in of ? deliveriesOfMessages(tx, of) : deliveries(tx, of)

export const dropWaitingNotices = (tx: WorkspaceTx, ticketId: string, notice: NoticeKind) =>
  tx
    .updateTable('outgoingMails')
    .set({ state: 'failed', reason: asJson({ code: 'nothing-to-send' }) })
    .where('ticketId', '=', ticketId)
    .where('kind', '=', 'agent-notice')
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .where(sql<boolean>`content->>'notice' = ${notice}`)
    .execute()

type UnsentNotice = { ticketId: string; memberId: string; notice: NoticeKind }

/** Queues a member's last such notice again if it was dropped before any attempt. Returns its id or undefined. */
export async function requeueDroppedNotice(tx: WorkspaceTx, { ticketId, memberId, notice }: UnsentNotice) {
  const last = await tx
    .selectFrom('outgoingMails')
    .select(['id', 'state', 'attempts'])
    .where('ticketId', '=', ticketId)
    .where('kind', '=', 'agent-notice')
    .where(sql<boolean>`content->>'notice' = ${notice} and content->>'memberId' = ${memberId}`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.state !== 'failed' || last.attempts > 0) return undefined
  await tx.updateTable('outgoingMails').set({ state: 'queued', reason: null }).where('id', '=', last.id).execute()
  return last.id
}

export const forgetOldContent = (tx: WorkspaceTx) =>
  tx
    .updateTable('outgoingMails')
    .set({ content: null })
    .where('createdAt', '<', sql<string>`now() - interval '30 days'`)
    .where('content', 'is not', null)
    .where('state', 'not in', ['queued', 'retrying'])
    .execute()
