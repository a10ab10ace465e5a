-- The changes of its ticket that a held reply makes when it is sent. Null: only those that every reply makes.
alter table messages add column changes_after jsonb;
-- The members who follow a ticket because of a bulk change. Its undo removes them.
alter table changed_tickets add column added_followers uuid[] not null default '{}';
