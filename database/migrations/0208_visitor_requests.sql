-- A request of somebody without an account. It waits until a code by mail confirms the address, and then becomes a ticket.
create table visitor_requests (
  workspace_id  uuid        not null default current_workspace() references workspaces on delete cascade,
  id            uuid        not null default gen_random_uuid(),
  customer_id   uuid        not null,
  purpose       text        not null check (purpose in ('customer-register', 'customer-login')),
  form_id       uuid        not null,
  name          text        not null default '' check (length(name) <= 120),
  subject       text        not null check (length(subject) between 1 and 255),
  text          text        not null check (length(text) <= 65536),
  custom_fields jsonb       not null default '{}' check (octet_length(custom_fields::text) <= 40000),
  language      text,
  ticket_id     uuid,
  created_at    timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade,
  foreign key (workspace_id, form_id) references ticket_forms (workspace_id, id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade
);
create index on visitor_requests (workspace_id, customer_id);
create index on visitor_requests (workspace_id, ticket_id);
create index on visitor_requests (workspace_id, created_at);
call wall_in('visitor_requests');
