import { type RawBuilder, sql } from 'kysely'
import { columns } from '#database/types.ts'
import { cannotBeShown } from '#server/files/pictures/refuse-picture.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { statement } from '#server/platform/fast-reads/statement.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import type { AttachedFile } from './attachments.ts'
import type { MessageState } from './messages.ts'

export type MessageRow = MessageState & {
  customerName: string | null
  customerEmail: string | null
  memberName: string | null
  memberEmail: string | null
  hasMail: boolean
  clipped: boolean
  /** Of a picture that nobody can be shown, that is known once somebody asked for it. */
  files: (AttachedFile & { isUnshown: boolean })[]
}

// As JSON a byte becomes six at most, so that no page comes near 2 MB, whatever its messages are made of.
const mostOfNumbered = 196_608
const mostOfHeld = 65_536
/** A single message, as JSON; of what was kept before there were limits, more is not answered. */
const mostOfMessage = 1_572_864
const clippedLetters = 2_000
const bytesOfClipped = 8_000
const bytesOfFile = 700

const bodies = ['bodyHtml', 'bodyText', 'quotedText'] as const
const sum = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` + `)
/** Needs no look at the texts themselves, which the database keeps apart and compressed. */
const keptBytes = sum(bodies.map((body) => sql`coalesce(octet_length(${sql.ref(body)}), 0)`))
const answeredBytes = sum(bodies.map((body) => sql`coalesce(octet_length(to_json(${sql.ref(body)})::text), 0)`))

const shownColumns = columns.messages.map((name) => {
  if (name === 'bodyHtml') return sql`case when m.clipped then '' else m.body_html end as body_html`
  if (name === 'bodyText')
    return sql`case when m.clipped then left(m.body_text, ${sql.lit(clippedLetters)}) else m.body_text end as body_text`
  if (name === 'quotedText') return sql`case when m.clipped then null else m.quoted_text end as quoted_text`
  return sql.ref(`m.${name}`)
})

/** The people, mails and files of some messages, which stand as `m` and say whether they are clipped. */
const withPeople = (id: string, messages: RawBuilder<unknown>) => sql`
  select ${sql.join(shownColumns)}, m.clipped,
    c.name as customer_name, e.address as customer_email, trim(a.name || ' ' || a.surname) as member_name, a.email as member_email,
    exists (select from inbound_mails i where i.workspace_id = ${id} and i.message_id = m.id and not i.is_purged) as has_mail,
    (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes,
        'isInline', f.is_inline, 'isUnshown', ${cannotBeShown(id, sql`coalesce(f.same_as, f.id)`)}) order by k.position), '[]')
      from attachments k join files f on f.workspace_id = ${id} and f.id = k.file_id
      where k.workspace_id = ${id} and k.message_id = m.id) as files
  from (${messages}) m
  left join customers c on c.workspace_id = ${id} and c.id = m.customer_id
  left join customer_emails e on e.workspace_id = ${id} and e.customer_id = m.customer_id and e.is_primary
  left join members a on a.workspace_id = ${id} and a.id = m.member_id`

type TicketAddress = { workspaceId: string; ticketId: string }

const ofTicket = ({ workspaceId, ticketId }: TicketAddress) => sql`
  select *, ${keptBytes} + ${sql.lit(bytesOfFile)} * (
    select count(*) from attachments k where k.workspace_id = ${workspaceId} and k.message_id = messages.id
  ) as bytes from messages where workspace_id = ${workspaceId} and ticket_id = ${ticketId}`

const publicOnly = (isForCustomer: boolean) => (isForCustomer ? sql`and kind = 'reply'` : sql``)

/** Of the newest downwards as many as have room; the newest always, clipped where it alone has none. */
const writeNumbered = (isForCustomer: boolean) =>
  statement<MessageRow, { ticketId: string; before: number; limit: number }>(
    ({ workspaceId, ticketId, before, limit }) => {
      const most = sql.lit(mostOfNumbered)
      const latest = sql`
      ${ofTicket({ workspaceId, ticketId })} and sent_at is not null and seq < ${before}
        ${publicOnly(isForCustomer)} order by seq desc limit ${limit}`
      // A clipped message takes the room of its beginning.
      const sized = sql`select *, bytes > ${most} as clipped,
      sum(case when bytes > ${most} then ${sql.lit(bytesOfClipped)} else bytes end) over (order by seq desc) as so_far from (${latest}) latest`
      const shown = sql`select * from (${sized}) sized where so_far <= ${most}`
      return sql`${withPeople(workspaceId, shown)} order by m.seq`
    },
  )
const numberedForCustomer = writeNumbered(true)
const numberedForTeam = writeNumbered(false)

export type Page = { reader: Reader; before: number; limit: number }

/** The messages before a number that the reader may see and that one page holds, in order. */
export const listMessageRows = (tx: WorkspaceTx, ticketId: string, { reader, before, limit }: Page) =>
  (reader.kind === 'customer' ? numberedForCustomer : numberedForTeam)(tx, { ticketId, before, limit })

const heldOfTicket = statement<MessageRow, { ticketId: string }>((place) => {
  const held = sql`select *, sum(bytes) over (order by send_at, id) > ${sql.lit(mostOfHeld)} as clipped
    from (${ofTicket(place)} and sent_at is null order by send_at, id limit 100) waiting`
  return sql`${withPeople(place.workspaceId, held)} order by m.send_at, m.id`
})

/** What the team holds back, in the order in which it will go. */
export const listHeldRows = (tx: WorkspaceTx, ticketId: string) => heldOfTicket(tx, { ticketId })

const writeEarlier = (isForCustomer: boolean) =>
  statement<{ count: number }, { ticketId: string; before: number }>(
    ({ workspaceId, ticketId, before }) => sql`
      select count(*) as count from messages
      where workspace_id = ${workspaceId} and ticket_id = ${ticketId} and sent_at is not null and seq < ${before}
        ${publicOnly(isForCustomer)}`,
  )
const earlierForCustomer = writeEarlier(true)
const earlierForTeam = writeEarlier(false)

export async function countEarlier(tx: WorkspaceTx, ticketId: string, { reader, before }: Omit<Page, 'limit'>) {
  const count = reader.kind === 'customer' ? earlierForCustomer : earlierForTeam
  const [row] = await count(tx, { ticketId, before })
  return row!.count
}

const rowsById = statement<MessageRow, { ids: string[] }>(({ workspaceId, ids }) =>
  withPeople(
    workspaceId,
    sql`select *, ${keptBytes} > ${sql.lit(mostOfHeld)} as clipped
      from messages where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
  ),
)

/** Messages of any ticket; the long ones are clipped. */
export const listMessageRowsById = (tx: WorkspaceTx, ids: string[]) => rowsById(tx, { ids })

const rowById = statement<MessageRow, { id: string }>(({ workspaceId, id }) =>
  withPeople(
    workspaceId,
    sql`select *, ${answeredBytes} > ${sql.lit(mostOfMessage)} as clipped
      from messages where workspace_id = ${workspaceId} and id = ${id}`,
  ),
)

export async function findMessageRow(tx: WorkspaceTx, id: string): Promise<MessageRow | undefined> {
  const [row] = await rowById(tx, { id })
  return row
}
