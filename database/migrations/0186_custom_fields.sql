-- A field that a workspace defines for its tickets, customers or companies. Their rows keep the values by the id of the field.
create table custom_fields (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  owner        text        not null check (owner in ('ticket', 'customer', 'company')),
  key          text        not null check (key ~ '^[A-Za-z][A-Za-z0-9_]*$' and length(key) <= 40),
  label        text        not null check (length(label) between 1 and 80),
  help         text        not null default '' check (length(help) <= 300),
  kind         text        not null,
  settings     jsonb       not null default '{}' check (octet_length(settings::text) <= 100000),
  condition    jsonb,
  required     text        not null check (required in ('never', 'on_create', 'on_solve')),
  portal       text        not null check (portal in ('hidden', 'read', 'write')),
  position     integer     not null,
  archived_at  timestamptz,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index custom_fields_key on custom_fields (workspace_id, owner, lower(key));
call wall_in('custom_fields');

-- A value of a custom field as queries compare it. Options of one value, and the words of a text, have a row each.
-- The types have leakproof operators, so that queries use the indexes behind row-level security.
create table custom_field_values (
  workspace_id uuid             not null default current_workspace() references workspaces on delete cascade,
  subject_id   uuid             not null,
  field_id     uuid             not null,
  place        smallint         not null,
  text         text collate "C",
  number       double precision,
  moment       timestamptz,
  primary key (workspace_id, subject_id, field_id, place),
  foreign key (workspace_id, field_id) references custom_fields (workspace_id, id) on delete cascade
);
create index custom_field_values_text on custom_field_values (workspace_id, field_id, text, subject_id) where text is not null;
create index custom_field_values_number on custom_field_values (workspace_id, field_id, number, subject_id) where number is not null;
create index custom_field_values_moment on custom_field_values (workspace_id, field_id, moment, subject_id) where moment is not null;
call wall_in('custom_field_values');
