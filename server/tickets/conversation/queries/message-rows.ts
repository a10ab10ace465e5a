import { type RawBuilder, sql } from 'kysely'
import { columns } from '#database/types.ts'
import { type AttachedFile, attachedFiles } from '#server/files/attached-files.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { statement } from '#server/platform/fast-reads/statement.ts'
import { forEachSide, type Reader } from '#server/tickets/ticket/caller.ts'
import type { MessageState } from './messages.ts'

export type MessageRow = MessageState & {
  customerName: string | null
  customerEmail: string | null
  memberName: string | null
  memberEmail: string | null
  hasMail: boolean
  clipped: boolean
  position: number
  files: AttachedFile[]
}

// Maximum bytes of the sent and of the held messages on a page. JSON makes a text at most six times larger, so a page
// stays below 2 MB.
const maxSentPageBytes = 196_608
const maxHeldPageBytes = 65_536
/** Maximum bytes of one message as JSON. Older messages can be larger and are clipped. */
const maxMessageJsonBytes = 1_572_864
const clippedLetters = 2_000
const bytesOfClipped = 8_000
const bytesOfFile = 700

const bodies = ['bodyHtml', 'bodyText', 'quotedText'] as const
const sum = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` + `)
/** PostgreSQL stores long texts compressed in another table. `octet_length` reads only their length, not the text. */
const keptBytes = sum(bodies.map((body) => sql`coalesce(octet_length(${sql.ref(body)}), 0)`))
const answeredBytes = sum(bodies.map((body) => sql`coalesce(octet_length(to_json(${sql.ref(body)})::text), 0)`))

const shownColumns = columns.messages.map((name) => {
  if (name === 'bodyHtml') return sql`case when m.clipped then '' else m.body_html end as body_html`
  if (name === 'bodyText')
    return sql`case when m.clipped then left(m.body_text, ${sql.lit(clippedLetters)}) else m.body_text end as body_text`
  if (name === 'quotedText') return sql`case when m.clipped then null else m.quoted_text end as quoted_text`
  return sql.ref(`m.${name}`)
})

const withPeople = (id: string, messages: RawBuilder<unknown>) => sql`
  select ${sql.join(shownColumns)}, m.clipped, m.position,
    c.name as customer_name, e.address as customer_email, trim(a.name || ' ' || a.surname) as member_name, a.email as member_email,
    exists (select from inbound_mails i where i.workspace_id = ${id} and i.message_id = m.id and not i.is_purged) as has_mail,
    ${attachedFiles(id, sql`select file_id, position from attachments where workspace_id = ${id} and message_id = m.id`)} as files
  from (${messages}) m
  left join customers c on c.workspace_id = ${id} and c.id = m.customer_id
  left join customer_emails e on e.workspace_id = ${id} and e.customer_id = m.customer_id and e.is_primary
  left join members a on a.workspace_id = ${id} and a.id = m.member_id`

const bytesOf = (id: string) => sql`${keptBytes} + ${sql.lit(bytesOfFile)} * (
  select count(*) from attachments k where k.workspace_id = ${id} and k.message_id = messages.id)`

const ofTicket = ({ workspaceId, ticketId }: { workspaceId: string; ticketId: string }) => sql`
  select *, seq as position, ${bytesOf(workspaceId)} as bytes
  from messages where workspace_id = ${workspaceId} and ticket_id = ${ticketId}`

const publicOnly = (kind: Reader['kind']) => (kind === 'customer' ? sql`and kind = 'reply'` : sql``)

// Selects the newest of these messages that fit into a page, at least one. Clips the text of a message that is larger
// than a page.
function fittingPage(id: string, latest: RawBuilder<unknown>) {
  const most = sql.lit(maxSentPageBytes)
  const sized = sql`select *, bytes > ${most} as clipped,
    sum(case when bytes > ${most} then ${sql.lit(bytesOfClipped)} else bytes end) over (order by position desc) as so_far from (${latest}) latest`
  const shown = sql`select * from (${sized}) sized where so_far <= ${most}`
  return sql`${withPeople(id, shown)} order by m.position`
}

const numbered = forEachSide((kind) =>
  statement<MessageRow, { ticketId: string; before: number; limit: number }>(
    ({ workspaceId, ticketId, before, limit }) =>
      fittingPage(
        workspaceId,
        sql`${ofTicket({ workspaceId, ticketId })} and sent_at is not null and seq < ${before}
          ${publicOnly(kind)} order by seq desc limit ${limit}`,
      ),
  ),
)

// The messages of several tickets in the order of time. Their position is among all of these messages.
const joined = forEachSide((kind) =>
  statement<MessageRow, { ticketIds: string[]; before: number; limit: number }>(
    ({ workspaceId, ticketIds, before, limit }) => {
      const placed = sql`select id, row_number() over (order by sent_at, seq, id) as place from messages
        where workspace_id = ${workspaceId} and ticket_id = any(${ticketIds}::uuid[]) and sent_at is not null
          ${publicOnly(kind)}`
      const page = sql`select id, place from (${placed}) placed where place < ${before} order by place desc limit ${limit}`
      const latest = sql`select messages.*, page.place::int as position, ${bytesOf(workspaceId)} as bytes
        from (${page}) page join messages on messages.workspace_id = ${workspaceId} and messages.id = page.id`
      return fittingPage(workspaceId, latest)
    },
  ),
)

export type Page = { reader: Reader; before: number; limit: number }

export const listMessageRows = (tx: WorkspaceTx, ticketId: string, { reader, before, limit }: Page) =>
  numbered(reader)(tx, { ticketId, before, limit })

export const listJoinedRows = (tx: WorkspaceTx, ticketIds: string[], { reader, before, limit }: Page) =>
  joined(reader)(tx, { ticketIds, before, limit })

const heldOfTicket = statement<MessageRow, { ticketId: string }>((place) => {
  const held = sql`select *, sum(bytes) over (order by send_at, id) > ${sql.lit(maxHeldPageBytes)} as clipped
    from (${ofTicket(place)} and sent_at is null order by send_at, id limit 100) waiting`
  return sql`${withPeople(place.workspaceId, held)} order by m.send_at, m.id`
})

export const listHeldRows = (tx: WorkspaceTx, ticketId: string) => heldOfTicket(tx, { ticketId })

const earlier = forEachSide((kind) =>
  statement<{ count: number }, { ticketId: string; before: number }>(
    ({ workspaceId, ticketId, before }) => sql`
      select count(*) as count from messages
      where workspace_id = ${workspaceId} and ticket_id = ${ticketId} and sent_at is not null and seq < ${before}
        ${publicOnly(kind)}`,
  ),
)

export async function countEarlier(tx: WorkspaceTx, ticketId: string, { reader, before }: Omit<Page, 'limit'>) {
  const [row] = await earlier(reader)(tx, { ticketId, before })
  return row!.count
}

const rowsById = statement<MessageRow, { ids: string[] }>(({ workspaceId, ids }) =>
  withPeople(
    workspaceId,
    sql`select *, seq as position, ${keptBytes} > ${sql.lit(maxHeldPageBytes)} as clipped
      from messages where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
  ),
)

export const listMessageRowsById = (tx: WorkspaceTx, ids: string[]) => rowsById(tx, { ids })

const rowById = statement<MessageRow, { id: string }>(({ workspaceId, id }) =>
  withPeople(
    workspaceId,
    sql`select *, seq as position, ${answeredBytes} > ${sql.lit(maxMessageJsonBytes)} as clipped
      from messages where workspace_id = ${workspaceId} and id = ${id}`,
  ),
)

export async function findMessageRow(tx: WorkspaceTx, id: string): Promise<MessageRow | undefined> {
  const [row] = await rowById(tx, { id })
  return row
}
