-- A tag of a ticket, as queries compare it. `folded` has neither case nor accents. `name` is what `tickets.tags` says.
-- The type of `folded` has leakproof operators, so that queries use the indexes behind row-level security.
create table ticket_tags (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  ticket_id uuid not null,
  folded text collate "C" not null,
  name text not null,
  primary key (workspace_id, ticket_id, folded),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade
);

insert into ticket_tags (workspace_id, ticket_id, folded, name)
select distinct on (t.workspace_id, t.id, fold(tag.name)) t.workspace_id, t.id, fold(tag.name), tag.name
from tickets t, unnest(t.tags) with ordinality as tag (name, place)
where t.tags <> '{}'
order by t.workspace_id, t.id, fold(tag.name), tag.place;

create index on ticket_tags (workspace_id, folded, ticket_id);
call wall_in('ticket_tags');
analyze ticket_tags;
