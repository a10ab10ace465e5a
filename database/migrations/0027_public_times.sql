-- When a ticket, and its line of the search, last changed for its customer: notes, tags and whose work it is are the
-- team's own matter.
alter table tickets
  add column last_public_seq integer not null default 1,
  add column public_updated_at timestamptz not null default now();

update tickets t set
  last_public_seq = said.seq,
  public_updated_at = greatest(t.created_at, said.at, t.solved_at, t.closed_at)
from (
  select t.workspace_id, t.id, coalesce(max(m.seq), 0) as seq, max(m.sent_at) as at
  from tickets t left join messages m on m.workspace_id = t.workspace_id and m.ticket_id = t.id and m.kind = 'reply'
  group by t.workspace_id, t.id
) said
where said.workspace_id = t.workspace_id and said.id = t.id;

create index on tickets (workspace_id, requester_id, public_updated_at desc, id desc);

alter table ticket_search add column public_updated_at timestamptz not null default now();

update ticket_search s set public_updated_at = t.public_updated_at
from tickets t where t.workspace_id = s.workspace_id and t.id = s.ticket_id;
