-- A form that customers fill in to write a request. It asks for some of the ticket fields, in its own order.
create table ticket_forms (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  key          text        not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 40),
  name         text        not null check (length(name) between 1 and 80),
  description  text        not null default '' check (length(description) <= 300),
  fields       uuid[]      not null default '{}' check (cardinality(fields) <= 100),
  defaults     jsonb       not null default '{}' check (octet_length(defaults::text) <= 10000),
  is_public    boolean     not null default false,
  for_visitors boolean     not null default false,
  position     integer     not null,
  archived_at  timestamptz,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index ticket_forms_key on ticket_forms (workspace_id, key);
call wall_in('ticket_forms');

-- Forms are archived, never deleted, so that a ticket keeps the name of its form.
alter table tickets add column form_id uuid;
alter table tickets add constraint tickets_form_id_fkey foreign key (workspace_id, form_id)
  references ticket_forms (workspace_id, id);
create index on tickets (workspace_id, form_id) where form_id is not null;
