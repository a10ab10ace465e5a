import { type Selectable, sql } from 'kysely'
import type { MailAuthentication } from '#contract/tickets/mail-authentication.ts'
import type { MailDecision, MailEvidence } from '#contract/tickets/mail-decisions.ts'
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

/** Whether it is the first: the same bytes to the same address are one mail, however often they are sent. */
export async function insertReceived(tx: WorkspaceTx, mail: ReceivedRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('inboundMails')
    .values(mail)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'address', 'dedupKey', 'rawDigest']).doNothing())
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

/** Holds the mail in the given state; nothing when another run was faster. */
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
 * Holds the mail together with all that came to the same address under its Message-ID, so that of two that are decided
 * at once one sees the other; undefined when another run was faster.
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

/** Whether another mail came under its Message-ID before, also where that one is forgotten since. */
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
    // Whoever knows a Message-ID can write under it again, and does not lead others to their ticket by that.
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

/** Of everybody who is or was on the team. */
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

/** How many mails of the workspace wait to be decided, of the size of one; more than are counted make no difference. */
export async function countWaiting(tx: WorkspaceTx, { isLarge, above }: { isLarge: boolean; above: number }) {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from inbound_mails
      where workspace_id = ${tx.workspaceId} and state = 'received' and (bytes > ${above}) = ${isLarge} limit 1000) mails`.execute(
    tx,
  )
  return rows[0]!.waiting
}

/** Mails that no run has decided, since the process died over each: asked again, and given up after a day. */
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

/** Those that nobody has recovered meanwhile. */
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
 * which the same mail is known and not taken in again. A note that stood above a forwarded mail is a part of that mail.
 */
export async function forgetMails(
  tx: WorkspaceTx,
  { messageIds = [], ticketIds = [] }: { messageIds?: string[]; ticketIds?: string[] },
) {
  const { rows } = await sql<{ id: string }>`
    update inbound_mails set is_purged = true, subject = '', from_address = '', envelope_from = '', evidence = '[]', authentication = null
    where workspace_id = ${tx.workspaceId} and not is_purged and (message_id = any(${messageIds}::uuid[]) or ticket_id = any(${ticketIds}::uuid[])
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
