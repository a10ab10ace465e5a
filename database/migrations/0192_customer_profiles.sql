-- What the team knows about a customer besides the name, and the address that each ticket is answered at.
-- older versions may run beside this
alter table customers
  add column phones text[] not null default '{}' check (cardinality(phones) <= 10),
  add column time_zone text check (length(time_zone) <= 64),
  add column notes text not null default '' check (length(notes) <= 10000);
-- The address that the requester last wrote from; null: the primary address.
alter table tickets add column reply_address text check (length(reply_address) <= 254);
