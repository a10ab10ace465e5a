-- A link of the kind `incident_of` leads from an incident to its problem. A ticket is an incident of at most one problem.
alter table ticket_links drop constraint ticket_links_kind_check;
alter table ticket_links add constraint ticket_links_kind_check
  check (kind in ('related', 'duplicate_of', 'blocks', 'parent_of', 'incident_of'));
create unique index ticket_links_one_problem on ticket_links (workspace_id, ticket_id) where kind = 'incident_of';
create index ticket_links_incidents on ticket_links (workspace_id, other_id, id) where kind = 'incident_of';
-- The problem of a ticket before and after a bulk change, each an id or null. Null: the change did not concern it.
alter table changed_tickets add column problem jsonb;
