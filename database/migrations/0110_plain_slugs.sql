-- older versions may run beside this
-- A workspace says of which of its languages addresses are written with a to z alone: ueber-uns in the place of über-uns.

alter table workspaces add column plain_slugs text[] not null default '{}';
