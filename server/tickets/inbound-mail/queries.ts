import { type Selectable, sql } from 'kysely'
import type { MailAuthentication, MailDecision, MailEvidence } from '#contract/tickets/mail-decisions.ts'
import type { InboundMails } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Cursor } from '#server/search/words/cursor.ts'

export type ReceivedRow = {
  id: string
  address: string
  dedupKey: string
  rawDigest: string
  envelopeFrom: string
  network: string | null
  authentication: string
  bytes: number
  fromAddress: string
  subject: string
}

/** Stores a received mail. Returns false if the same bytes were received for the same address before. */
export async function insertReceived(tx: WorkspaceTx, mail: ReceivedRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('inboundMails')
    .values(mail)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'address', 'dedupKey', 'rawDigest']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

// The stored result of the sender check. Is null for mails that were received before this check existed, and for mails
// of deleted tickets or redacted messages.
const authentication = sql<MailAuthentication | null>`authentication`.as('authentication')

const columns = [
  'id',
  'address',
  'dedupKey',
  'envelopeFrom',
  'network',
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

export const lockInbound = (tx: WorkspaceTx, id: string, state: 'received' | 'suspended') =>
  tx
    .selectFrom('inboundMails')
    .select(columns)
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()

type KnownMail = { id: string; identity: string | null }

/**
 * Locks all mails to this address with this Message-ID, so that they are decided one after the other. Returns the other
 * mails that are already decided, or undefined if another run has decided this mail.
 */
export async function lockKnown(
  tx: WorkspaceTx,
  { id, address, dedupKey }: Pick<InboundMail, 'id' | 'address' | 'dedupKey'>,
): Promise<KnownMail[] | undefined> {
  const known = await tx
    .selectFrom('inboundMails')
    .select(['id', 'identity', 'state'])
    .where('address', '=', address)
    .where('dedupKey', '=', dedupKey)
    .orderBy('id')
    .forUpdate()
    .execute()
  const isWaiting = known.some((mail) => mail.id === id && mail.state === 'received')
  return isWaiting ? known.filter((mail) => mail.id !== id && mail.state !== 'received') : undefined
}

/** Returns whether an earlier mail to the address had this Message-ID, even if that mail was deleted. */
export async function isIdUsed(tx: WorkspaceTx, { id, address, dedupKey }: InboundMail): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select m.evidence @> '[{"code": "message-id-used-before"}]' or exists (
      select from inbound_mails other where other.workspace_id = ${tx.workspaceId} and other.address = ${address}
        and other.dedup_key = ${dedupKey} and other.id <> m.id and other.received_at < m.received_at) as is_used
    from inbound_mails m where m.workspace_id = ${tx.workspaceId} and m.id = ${id}`.execute(tx)
  return rows[0]!.isUsed
}

export type MailVerdict = {
  state: 'done' | 'suspended'
  decision: MailDecision
  evidence: MailEvidence[]
  ticketId?: string | null
  messageId?: string | null
  fromAddress?: string
  subject?: string
  identity?: string
}

export const decideInbound = (tx: WorkspaceTx, id: string, { decision, evidence, ...verdict }: MailVerdict) =>
  tx
    .updateTable('inboundMails')
    .set({ ...verdict, decision: JSON.stringify(decision), evidence: JSON.stringify(evidence) })
    .where('id', '=', id)
    .execute()

const decision = sql<MailDecision>`decision`.as('decision')
const evidence = sql<MailEvidence[]>`evidence`.as('evidence')

/** Finds a ticket by Message-IDs of mails it received. Strangers can know them, so they prove no sender. */
export async function findTicketIdByForeignId(tx: WorkspaceTx, messageIds: string[]): Promise<string | undefined> {
  if (messageIds.length === 0) return undefined
  const found = await tx
    .selectFrom('messages')
    .select('ticketId')
    .where('mailMessageId', 'in', messageIds)
    // A mail with a Message-ID that was used before must not bring later mails to its ticket.
    .where(sql<boolean>`not 'used-id' = any(flags)`)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  return found?.ticketId
}

export const findActiveMember = (tx: WorkspaceTx, address: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'email', 'name', 'surname'])
    .where('email', '=', address)
    .where('status', '=', 'active')
    .executeTakeFirst()

export async function listTeamAddresses(tx: WorkspaceTx): Promise<string[]> {
  const rows = await tx.selectFrom('members').select('email').execute()
  return rows.map(({ email }) => email.toLowerCase())
}

export async function listMemberAddresses(tx: WorkspaceTx, addresses: string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await tx.selectFrom('members').select('email').where('email', 'in', addresses).execute()
  return rows.map(({ email }) => email)
}

export const findWorkspaceOfMail = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select(['id', 'domain']).executeTakeFirstOrThrow()

export async function countWaiting(tx: WorkspaceTx, { isLarge, above }: { isLarge: boolean; above: number }) {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from inbound_mails
      where workspace_id = ${tx.workspaceId} and state = 'received' and (bytes > ${above}) = ${isLarge} limit 1000) mails`.execute(
    tx,
  )
  return rows[0]!.waiting
}

export const listForgotten = (tx: WorkspaceTx) =>
  tx
    .selectFrom('inboundMails')
    .select(['id', 'bytes', sql<boolean>`received_at < now() - interval '1 day'`.as('isHopeless')])
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

export const deleteInbound = (tx: WorkspaceTx, id: string) =>
  tx.deleteFrom('inboundMails').where('id', '=', id).execute()

/** Deletes the mails that are still suspended, and returns their ids. Keeps mails recovered meanwhile. */
export async function deleteSuspended(tx: WorkspaceTx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const gone = tx.deleteFrom('inboundMails').where('id', 'in', ids).where('state', '=', 'suspended').returning('id')
  return (await gone.execute()).map(({ id }) => id)
}

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

export const listSuspended = (tx: WorkspaceTx, { before, limit }: { before: Cursor | undefined; limit: number }) =>
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

export const moveMails = (tx: WorkspaceTx, messageIds: string[], ticketId: string) =>
  tx.updateTable('inboundMails').set({ ticketId }).where('messageId', 'in', messageIds).execute()

/**
 * Deletes sender, subject and evidence of mails, and returns the mails whose source must be deleted. Keeps the rows, so
 * that the same mail is not accepted again. The message id of a note above a forwarded message also selects the mail of
 * the forwarded message.
 */
export async function forgetMails(
  tx: WorkspaceTx,
  {
    messageIds = [],
    ticketIds = [],
    answer = null,
  }: { messageIds?: string[]; ticketIds?: string[]; answer?: { ticketId: string; mailMessageId: string } | null },
) {
  const { rows } = await sql<{ id: string }>`
    update inbound_mails set is_purged = true, subject = '', from_address = '', envelope_from = '', evidence = '[]', authentication = null
    where workspace_id = ${tx.workspaceId} and not is_purged and (message_id = any(${messageIds}::uuid[]) or ticket_id = any(${ticketIds}::uuid[])
      or (message_id is null and ticket_id = ${answer?.ticketId ?? null}::uuid and dedup_key = ${answer?.mailMessageId ?? null})
      or exists (select from messages m where m.workspace_id = ${tx.workspaceId} and m.id = any(${messageIds}::uuid[])
        and m.ticket_id = inbound_mails.ticket_id and m.kind = 'note' and m.mail_message_id = inbound_mails.dedup_key))
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function partMailsFromTickets(tx: WorkspaceTx, ticketIds: string[]) {
  const ofMessages = tx.selectFrom('messages').select('id').where('ticketId', 'in', ticketIds)
  await tx.updateTable('inboundMails').set({ messageId: null }).where('messageId', 'in', ofMessages).execute()
  await tx.updateTable('inboundMails').set({ ticketId: null }).where('ticketId', 'in', ticketIds).execute()
}
