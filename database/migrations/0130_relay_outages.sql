-- A row says since when the relay takes no mail from this installation; there is one at most, and none while it does.
-- older versions may run beside this
create table identity.relay_outages (
  id         boolean     primary key default true check (id),
  since      timestamptz not null default now(),
  failed_at  timestamptz not null default now(),
  reason     text        not null
);
