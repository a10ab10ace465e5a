-- A message that is held has its number from the beginning; its time stands there once it went.
alter table messages drop constraint messages_check;
with held as (
  select workspace_id, id, ticket_id,
    row_number() over (partition by workspace_id, ticket_id order by send_at, id) as place
  from messages where seq is null)
update messages m set seq = t.last_message_seq + h.place
from held h join tickets t on t.workspace_id = h.workspace_id and t.id = h.ticket_id
where m.workspace_id = h.workspace_id and m.id = h.id;
update tickets t set last_message_seq = m.last
from (select workspace_id, ticket_id, max(seq) as last from messages where sent_at is null group by 1, 2) m
where t.workspace_id = m.workspace_id and t.id = m.ticket_id;
alter table messages alter column seq set not null;
drop index messages_workspace_id_ticket_id_idx;
create index messages_held_idx on messages (workspace_id, ticket_id) where sent_at is null;

-- Mails to an address rest until a time, for a reason. Which of those that rested until now are unreachable nobody noted.
alter table customer_emails add column suppressed_until timestamptz;
alter table customer_emails add column suppressed_for jsonb;
alter table customer_emails add constraint customer_emails_suppressed_for_has_a_code check (suppressed_for ? 'code');
alter table customer_emails drop column bounced_at;

alter table outgoing_mails add column bounced_at timestamptz;
create index outgoing_mails_bounced_idx on outgoing_mails (workspace_id, recipient, bounced_at) where bounced_at is not null;
