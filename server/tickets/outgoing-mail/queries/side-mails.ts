import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { AnswerFile } from './answers.ts'

export const findSideMessage = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('sideMessages as m')
    .innerJoin('sideConversations as s', (join) =>
      join.onRef('s.workspaceId', '=', 'm.workspaceId').onRef('s.id', '=', 'm.sideConversationId'),
    )
    .leftJoin('members as a', (join) =>
      join.onRef('a.workspaceId', '=', 'm.workspaceId').onRef('a.id', '=', 'm.memberId'),
    )
    .select(['m.id', 'm.seq', 'm.memberId', 'm.recipients', 'm.bodyHtml', 'm.bodyText', 'm.forwardedMessageId'])
    .select(['m.sideConversationId', 's.subject', 'a.signature'])
    .select(sql<string>`trim(coalesce(a.name, '') || ' ' || coalesce(a.surname, ''))`.as('agentName'))
    .select(sql<string>`coalesce(nullif(m.name, ''), m.address, '')`.as('outsider'))
    .where('m.id', '=', id)
    .where('m.redactedAt', 'is', null)
    .executeTakeFirst()

export const listSideFiles = (tx: WorkspaceTx, sideMessageId: string): Promise<AnswerFile[]> =>
  tx
    .selectFrom('sideAttachments as k')
    .innerJoin('files as f', (join) => join.onRef('f.workspaceId', '=', 'k.workspaceId').onRef('f.id', '=', 'k.fileId'))
    .select(['f.id', 'f.name', 'f.mime', 'f.bytes', sql<string>`coalesce(f.same_as, f.id)`.as('storedId')])
    .where('k.sideMessageId', '=', sideMessageId)
    .orderBy('k.position')
    .execute()

type Quoted = { author: string; sentAt: string; bodyHtml: string; bodyText: string }

/** Finds the forwarded message. Its author is named, but the address of a customer stays in the team. */
export async function findForwarded(tx: WorkspaceTx, messageId: string): Promise<Quoted | undefined> {
  const id = tx.workspaceId
  const { rows } = await sql<Quoted>`
    select coalesce(nullif(c.name, ''), nullif(trim(a.name || ' ' || a.surname), ''), 'a customer') as author,
      m.sent_at, m.body_html, m.body_text
    from messages m
    left join customers c on c.workspace_id = ${id} and c.id = m.customer_id
    left join members a on a.workspace_id = ${id} and a.id = m.member_id
    where m.workspace_id = ${id} and m.id = ${messageId} and m.redacted_at is null`.execute(tx)
  return rows[0]
}

/** Finds the last message before `seq` that somebody wrote to whom the team had written. */
export async function findLatestAnswer(
  tx: WorkspaceTx,
  sideConversationId: string,
  seq: number,
): Promise<Quoted | undefined> {
  const { rows } = await sql<Quoted>`
    select coalesce(nullif(name, ''), address) as author, created_at as sent_at, body_html, body_text
    from side_messages
    where workspace_id = ${tx.workspaceId} and side_conversation_id = ${sideConversationId} and seq < ${seq}
      and address is not null and not is_automatic and redacted_at is null and not 'stranger' = any(flags)
    order by seq desc limit 1`.execute(tx)
  return rows[0]
}

/** Lists the last 50 Message-IDs of a side conversation before `seq`, oldest first. */
export async function listSideThread(tx: WorkspaceTx, sideConversationId: string, seq: number) {
  const { rows } = await sql<{ foreignId: string | null; ownId: string | null }>`
    select foreign_id, own_id from (
      select mail_message_id as foreign_id, case when member_id is not null then id end as own_id, seq from side_messages
      where workspace_id = ${tx.workspaceId} and side_conversation_id = ${sideConversationId} and seq < ${seq}
        and (member_id is not null or mail_message_id is not null)
      order by seq desc limit 50) latest
    order by seq`.execute(tx)
  return rows
}

type Outsider = { address: string; isSuppressed: boolean; hasWritten: boolean }

/** Returns for addresses whether they cannot be reached, and whether their owners wrote to the workspace before. */
export async function describeOutsiders(tx: WorkspaceTx, sideConversationId: string, addresses: string[]) {
  const id = tx.workspaceId
  const { rows } = await sql<Outsider>`
    select r.address, e.suppressed_until is not null and e.suppressed_until > now() as is_suppressed,
      coalesce(e.verified_at, e.wrote_at) is not null or exists (select from side_messages m
        where m.workspace_id = ${id} and m.side_conversation_id = ${sideConversationId} and m.address = r.address
          and not 'unverified' = any(m.flags)) as has_written
    from unnest(${addresses}::text[]) with ordinality r(address, place)
    left join customer_emails e on e.workspace_id = ${id} and e.address = r.address
    order by r.place`.execute(tx)
  return rows
}
