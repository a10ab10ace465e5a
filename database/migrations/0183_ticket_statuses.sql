-- A status of tickets. It belongs to a category and has its own names for the team and for customers. A ticket without
-- `status_id` has the default status of its category, so this migration changes no ticket.
create table ticket_statuses (
  workspace_id   uuid        not null default current_workspace() references workspaces on delete cascade,
  id             uuid        not null default uuidv7(),
  category       text        not null check (category in ('new', 'open', 'pending', 'on_hold', 'solved', 'closed')),
  name           text        not null check (name <> '' and length(name) <= 40),
  customer_label text        not null default '' check (length(customer_label) <= 40),
  color          text        not null check (color in ('blue', 'teal', 'plum', 'green', 'grey')),
  position       integer     not null,
  is_default     boolean     not null default false,
  deleted_at     timestamptz,
  created_at     timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, id, category),
  check (not is_default or deleted_at is null)
);
create unique index ticket_statuses_default on ticket_statuses (workspace_id, category) where is_default;
create unique index ticket_statuses_name on ticket_statuses (workspace_id, lower(name)) where deleted_at is null;
call wall_in('ticket_statuses');

insert into ticket_statuses (workspace_id, category, name, color, position, is_default)
select w.id, d.category, d.name, d.color, 0, true
from workspaces w
cross join (values ('new', 'New', 'blue'), ('open', 'Open', 'teal'), ('pending', 'Pending', 'plum'),
  ('on_hold', 'On hold', 'grey'), ('solved', 'Solved', 'green'), ('closed', 'Closed', 'grey')) d (category, name, color);

alter table tickets add column status_id uuid;
alter table tickets add constraint tickets_status_id_fkey foreign key (workspace_id, status_id, status)
  references ticket_statuses (workspace_id, id, category);
create index on tickets (workspace_id, status_id) where status_id is not null;

-- The status that a held reply sets when it is sent. Null means the default status of `status_after`. It is no reference,
-- because the status can be deleted before: the reply then sets the default status.
alter table messages add column status_id_after uuid;
