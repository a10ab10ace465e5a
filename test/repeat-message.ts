import { owner } from '#test/world.ts'

/** Adds copies of the last message of a ticket. `times`: number of copies. */
export const repeatLast = (id: string, times: number) =>
  owner.query(
    `with said as (
      insert into messages (workspace_id, ticket_id, seq, sent_at, kind, channel, author_type, customer_id, body_html, body_text)
      select workspace_id, ticket_id, seq + n, sent_at, kind, channel, author_type, customer_id, body_html, body_text
      from messages, generate_series(1, $2::int) n
      where ticket_id = $1 and seq = (select last_message_seq from tickets where id = $1)
    )
    update tickets set last_message_seq = last_message_seq + $2 where id = $1`,
    [id, times],
  )
