-- older versions may run beside this
-- A macro: changes and a text that agents apply to a ticket. It is for its author alone, or for the team.
create table macros (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  author_id    uuid        not null,
  name         text        not null check (name <> '' and length(name) <= 80),
  visibility   text        not null check (visibility in ('me', 'everyone')),
  -- With the id of a field instead of its key.
  actions      jsonb       not null,
  -- The name of each id in the actions when they were saved. Tells what is missing after a deletion.
  named        jsonb       not null,
  inputs       jsonb       not null,
  body         text        not null,
  -- The text in further languages, by language.
  texts        jsonb       not null,
  -- The words of all texts without HTML, for the search.
  words        text        not null,
  text_kind    text        not null check (text_kind in ('reply', 'note')),
  afterwards   text        not null check (afterwards in ('stay', 'next', 'list')),
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, author_id) references members (workspace_id, id)
);
create unique index macros_own_name on macros (workspace_id, author_id, lower(name)) where visibility = 'me';
create unique index macros_shared_name on macros (workspace_id, lower(name)) where visibility = 'everyone';
call wall_in('macros');

-- How often a member applied a macro on a day. Rows are deleted after 30 days.
create table macro_uses (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  macro_id     uuid        not null,
  member_id    uuid        not null,
  day          date        not null default current_date,
  count        integer     not null default 1,
  used_at      timestamptz not null default now(),
  primary key (workspace_id, macro_id, member_id, day),
  foreign key (workspace_id, macro_id) references macros (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index on macro_uses (workspace_id, day);
call wall_in('macro_uses');
