import { type Selectable, sql } from 'kysely'
import type { MailAuthentication } from '#contract/mail-authentication.ts'
import type { MailDecision, MailEvidence } from '#contract/mail-decisions.ts'
import type { InboundMails } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Cursor } from '#server/search/cursor.ts'

export type ReceivedRow = {
  id: string
  address: string
  dedupKey: string
  envelopeFrom: string
  network: string
  authentication: string
  bytes: number
  fromAddress: string
  subject: string
}

/** Whether it is the first: the same Message-ID to the same address is one mail, however often it is sent. */
export async function insertReceived(tx: WorkspaceTx, mail: ReceivedRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('inboundMails')
    .values(mail)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'address', 'dedupKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Null for a mail that came before its sender was asked about, or whose source is forgotten. */
const authentication = sql<MailAuthentication | null>`authentication`.as('authentication')

const columns = [
  'id',
  'address',
  'dedupKey',
  'envelopeFrom',
  'state',
  'bytes',
  'fromAddress',
  'subject',
  'isPurged',
] as const

export type InboundMail = Pick<Selectable<InboundMails>, (typeof columns)[number]> & {
  authentication: MailAuthentication | null
}

export const findInbound = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('inboundMails').select(columns).select(authentication).where('id', '=', id).executeTakeFirst()

/** Holds the mail in the given state; nothing when another run was faster. */
export const lockInbound = (tx: WorkspaceTx, id: string, state: 'received' | 'suspended') =>
  tx
    .selectFrom('inboundMails')
    .select(columns)
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()

export type Verdict = {
  state: 'done' | 'suspended'
  decision: MailDecision
  evidence: MailEvidence[]
  ticketId?: string | null
  messageId?: string | null
  fromAddress?: string
  subject?: string
}

export const decideInbound = (tx: WorkspaceTx, id: string, { decision, evidence, ...verdict }: Verdict) =>
  tx
    .updateTable('inboundMails')
    .set({ ...verdict, decision: JSON.stringify(decision), evidence: JSON.stringify(evidence) })
    .where('id', '=', id)
    .execute()

/** Whatever waits no longer was decided. */
const decision = sql<MailDecision>`decision`.as('decision')
const evidence = sql<MailEvidence[]>`evidence`.as('evidence')

/** Tickets whose messages came with one of these Message-IDs, which anybody may have seen. */
export async function findTicketIdByForeignId(tx: WorkspaceTx, messageIds: string[]): Promise<string | undefined> {
  if (messageIds.length === 0) return undefined
  const found = await tx
    .selectFrom('messages')
    .select('ticketId')
    .where('mailMessageId', 'in', messageIds)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  return found?.ticketId
}

export async function isMemberAddress(tx: WorkspaceTx, address: string): Promise<boolean> {
  const found = await tx
    .selectFrom('members')
    .select('id')
    .where('email', '=', address)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return found !== undefined
}

export async function listMemberAddresses(tx: WorkspaceTx, addresses: string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await tx.selectFrom('members').select('email').where('email', 'in', addresses).execute()
  return rows.map(({ email }) => email)
}

export const findWorkspaceOfMail = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select(['id', 'domain']).executeTakeFirstOrThrow()

/** Mails that no run has decided, since the process died over each: asked again, and given up after a day. */
export const listForgotten = (tx: WorkspaceTx) =>
  tx
    .selectFrom('inboundMails')
    .select(['id', sql<boolean>`received_at < now() - interval '1 day'`.as('isHopeless')])
    .where('state', '=', 'received')
    .where('receivedAt', '<', sql<string>`now() - interval '1 hour'`)
    .limit(1000)
    .execute()

export const listWithOldSource = (tx: WorkspaceTx) =>
  tx
    .selectFrom('inboundMails')
    .select(['id', 'state'])
    .where('isPurged', '=', false)
    .where('receivedAt', '<', sql<string>`now() - interval '30 days'`)
    .limit(1000)
    .execute()

export const markPurged = (tx: WorkspaceTx, ids: string[]) =>
  tx.updateTable('inboundMails').set({ isPurged: true }).where('id', 'in', ids).execute()

export const deleteInbound = (tx: WorkspaceTx, ids: string[]) =>
  tx.deleteFrom('inboundMails').where('id', 'in', ids).execute()

export const findMailOfMessage = (tx: WorkspaceTx, ticketId: string, messageId: string) =>
  tx
    .selectFrom('inboundMails as i')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.workspaceId', '=', 'i.workspaceId').onRef('m.id', '=', 'i.messageId'),
    )
    .select(['i.id', 'i.address', 'i.envelopeFrom', 'i.receivedAt', 'i.isPurged', decision, evidence, authentication])
    .where('m.ticketId', '=', ticketId)
    .where('m.id', '=', messageId)
    .executeTakeFirst()

type Page = { before: Cursor | undefined; limit: number }

export const listSuspended = (tx: WorkspaceTx, { before, limit }: Page) =>
  tx
    .selectFrom('inboundMails')
    .select([
      'id',
      'address',
      'fromAddress',
      'envelopeFrom',
      'subject',
      'bytes',
      'receivedAt',
      decision,
      authentication,
    ])
    .select(sql<string>`received_at::text`.as('key'))
    .where('state', '=', 'suspended')
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(received_at, id) < (${before?.key}::timestamptz, ${before?.id}::uuid)`),
    )
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const moveMail = (tx: WorkspaceTx, messageId: string, ticketId: string) =>
  tx.updateTable('inboundMails').set({ ticketId }).where('messageId', '=', messageId).execute()

/**
 * Forgets where mails came from and what they were about, and tells whose sources are to be removed. The rows stay, by
 * which the same mail is known and not taken in again.
 */
export async function forgetMails(
  tx: WorkspaceTx,
  { messageIds = [], ticketIds = [] }: { messageIds?: string[]; ticketIds?: string[] },
) {
  const { rows } = await sql<{ id: string }>`
    update inbound_mails set is_purged = true, subject = '', from_address = '', envelope_from = '', evidence = '[]', authentication = null
    where workspace_id = ${tx.workspaceId} and not is_purged and (message_id = any(${messageIds}::uuid[]) or ticket_id = any(${ticketIds}::uuid[]))
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function partMailsFromTickets(tx: WorkspaceTx, ticketIds: string[]) {
  const ofMessages = tx.selectFrom('messages').select('id').where('ticketId', 'in', ticketIds)
  await tx.updateTable('inboundMails').set({ messageId: null }).where('messageId', 'in', ofMessages).execute()
  await tx.updateTable('inboundMails').set({ ticketId: null }).where('ticketId', 'in', ticketIds).execute()
}
