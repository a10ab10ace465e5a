-- A challenge is a code of whoever asked for it: a browser by its device cookie, else a network. Wrong tries are counted for
-- each who enters them, and all together.
alter table identity.challenges add column asker text not null default '';
alter table identity.challenges add column is_known_device boolean not null default false;
alter table identity.challenges add column tries_by jsonb not null default '{}';

-- A browser that has signed in as somebody: its codes for them have a budget of their own. The person is the HMAC of their
-- address, so that the row tells nobody where it was used.
create table identity.known_devices (
  person       bytea       not null,
  device       text        not null,
  signed_in_at timestamptz not null default now(),
  primary key (person, device)
);
create index on identity.known_devices (signed_in_at);
