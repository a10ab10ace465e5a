-- A size of pictures that has a name, such as `card`: addresses ask for it by the name, and exactly so.
create table media_presets (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  name         text        not null check (name ~ '^[A-Za-z][A-Za-z0-9_-]{0,39}$'),
  width        integer     check (width between 1 and 2560),
  height       integer     check (height between 1 and 2560),
  fit          text        not null check (fit in ('cover', 'contain', 'inside')),
  crop         text        not null check (crop in ('focal', 'center')),
  format       text        not null check (format in ('auto', 'webp', 'avif', 'jpeg', 'png')),
  quality      integer     not null check (quality between 1 and 100),
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name),
  check (width is not null or height is not null)
);
call wall_in('media_presets');
