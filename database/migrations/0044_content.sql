-- The content of a workspace as readers have it: how often it has changed, by which answers that are kept are known to be old.
create table content_spaces (
  workspace_id uuid   primary key default current_workspace() references workspaces on delete cascade,
  revision     bigint not null default 0,
  last_step    bigint not null default 0
);
call wall_in('content_spaces');

-- A model: what its entries are made of. Its fields stand in it, each with an id that never changes and the slot where its
-- values are kept; each change is a step.
create table content_models (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  key          text        not null check (key ~ '^[A-Za-z][A-Za-z0-9_]{0,59}$'),
  plural_key   text        not null check (plural_key ~ '^[A-Za-z][A-Za-z0-9_]{0,59}$'),
  name         text        not null check (name <> '' and length(name) <= 80),
  description  text        not null default '' check (length(description) <= 300),
  kind         text        not null check (kind in ('collection', 'single', 'component')),
  icon         text        not null default '' check (length(icon) <= 40),
  localized    boolean     not null default false,
  title_field  uuid,
  slug_field   uuid,
  preview_url  text        not null default '' check (length(preview_url) <= 500),
  review_days  integer     check (review_days between 1 and 1000),
  default_sort text        not null default '-publishedAt' check (length(default_sort) <= 80),
  is_public    boolean     not null default false,
  publishers   text        not null default 'members' check (publishers in ('members', 'admins')),
  keep_versions integer    not null default 100 check (keep_versions between 10 and 10000),
  fields       jsonb       not null default '[]',
  step         bigint      not null,
  deleted_at   timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index content_models_key on content_models (workspace_id, lower(key)) where deleted_at is null;
create unique index content_models_plural_key on content_models (workspace_id, lower(plural_key)) where deleted_at is null;
call wall_in('content_models');

-- One change of a model, as it was asked for.
create table content_model_steps (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  model_id     uuid        not null,
  number       bigint      not null,
  change       jsonb       not null,
  created_by   uuid,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, model_id, number),
  foreign key (workspace_id, model_id) references content_models (workspace_id, id) on delete cascade,
  foreign key (workspace_id, created_by) references members (workspace_id, id)
);
create index on content_model_steps (workspace_id, created_by);
call wall_in('content_model_steps');

-- Where entries stand, as a tree of at most six levels, in order. One that was deleted stays, since values name it: what they
-- mean then is the one it was merged into, or none.
create table content_categories (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  parent_id    uuid,
  position     integer     not null,
  slug         text        not null check (slug <> '' and length(slug) <= 120),
  texts        jsonb       not null,
  picture_id   uuid,
  merged_into  uuid,
  deleted_at   timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, parent_id) references content_categories (workspace_id, id),
  foreign key (workspace_id, merged_into) references content_categories (workspace_id, id)
);
create unique index content_categories_slug on content_categories (workspace_id, parent_id, slug) nulls not distinct
  where deleted_at is null;
create index on content_categories (workspace_id, merged_into) where merged_into is not null;
create index on content_categories (workspace_id, slug);
call wall_in('content_categories');

-- An entry of a model: its values that are the same in all languages, by slot. The others stand in its texts.
create table content_entries (
  workspace_id    uuid        not null default current_workspace() references workspaces on delete cascade,
  id              uuid        not null default uuidv7(),
  model_id        uuid        not null,
  shared          jsonb       not null default '{}',
  revision        integer     not null default 1,
  shared_revision integer     not null default 1,
  known_from      integer     not null default 1,
  last_version    integer     not null default 0,
  owner_id        uuid,
  reviewer_id     uuid,
  labels          text[]      not null default '{}' check (cardinality(labels) <= 20),
  created_by      uuid,
  updated_by      uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  trashed_at      timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, model_id) references content_models (workspace_id, id) on delete cascade,
  foreign key (workspace_id, owner_id) references members (workspace_id, id),
  foreign key (workspace_id, reviewer_id) references members (workspace_id, id),
  foreign key (workspace_id, created_by) references members (workspace_id, id),
  foreign key (workspace_id, updated_by) references members (workspace_id, id)
);
create index on content_entries (workspace_id, model_id, updated_at desc, id desc);
create index on content_entries (workspace_id, updated_at desc, id desc);
create index on content_entries (workspace_id, owner_id);
create index on content_entries (workspace_id, reviewer_id);
create index on content_entries (workspace_id, created_by);
create index on content_entries (workspace_id, updated_by, updated_at desc);
call wall_in('content_entries');

-- An entry in one language, as a draft: its values by slot, and which version of the entry readers have.
create table content_texts (
  workspace_id       uuid        not null default current_workspace() references workspaces on delete cascade,
  entry_id           uuid        not null,
  language           text        not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  values             jsonb       not null default '{}',
  status             text        not null default 'draft' check (status in ('draft', 'in_review', 'published', 'archived')),
  title              text        not null default '',
  slug               text,
  words              text        not null default '',
  revision           integer     not null,
  live_version       integer,
  live_revision      integer,
  publish_at         timestamptz,
  unpublish_at       timestamptz,
  planned_by         uuid,
  published_at       timestamptz,
  first_published_at timestamptz,
  updated_by         uuid,
  updated_at         timestamptz not null default now(),
  primary key (workspace_id, entry_id, language),
  foreign key (workspace_id, entry_id) references content_entries (workspace_id, id) on delete cascade,
  foreign key (workspace_id, updated_by) references members (workspace_id, id),
  foreign key (workspace_id, planned_by) references members (workspace_id, id)
);
create index on content_texts (workspace_id, language, status);
create index on content_texts (workspace_id, published_at desc) where published_at is not null;
create index on content_texts (workspace_id, publish_at) where publish_at is not null;
create index on content_texts (workspace_id, updated_by);
create index on content_texts (workspace_id, planned_by);
call wall_in('content_texts');

-- What a value was before a revision of its entry wrote another, so that a save that began before can be merged.
create table content_changes (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  entry_id     uuid        not null,
  language     text        not null,
  slot         text        not null,
  revision     integer     not null,
  before       jsonb,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, entry_id, language, slot, revision),
  foreign key (workspace_id, entry_id) references content_entries (workspace_id, id) on delete cascade
);
call wall_in('content_changes');

-- An entry as it was when it was saved, published or restored: all its values in all its languages. It never changes, save
-- that what one person writes within ten minutes is one version.
create table content_versions (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  entry_id     uuid        not null,
  number       integer     not null,
  kind         text        not null check (kind in ('edit', 'publication', 'restoration')),
  languages    text[]      not null,
  title        text        not null default '',
  snapshot     jsonb       not null,
  note         text        not null default '' check (length(note) <= 300),
  created_by   uuid,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, entry_id, number),
  foreign key (workspace_id, entry_id) references content_entries (workspace_id, id) on delete cascade,
  foreign key (workspace_id, created_by) references members (workspace_id, id)
);
create index on content_versions (workspace_id, created_by);
call wall_in('content_versions');

-- From when to when a version was what readers had of an entry in a language.
create table content_publications (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  entry_id     uuid        not null,
  language     text        not null,
  number       integer     not null,
  version      integer     not null,
  began_at     timestamptz not null default now(),
  ended_at     timestamptz,
  primary key (workspace_id, entry_id, language, number),
  foreign key (workspace_id, entry_id, version) references content_versions (workspace_id, entry_id, number) on delete cascade
);
create index on content_publications (workspace_id, entry_id, version);
call wall_in('content_publications');

-- Who has a value that no other entry of the model may have, in a language or (empty) in all.
create table content_unique_values (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  model_id     uuid not null,
  slot         text not null,
  language     text not null,
  value        text not null,
  entry_id     uuid not null,
  primary key (workspace_id, model_id, slot, language, value),
  foreign key (workspace_id, entry_id) references content_entries (workspace_id, id) on delete cascade
);
create index on content_unique_values (workspace_id, entry_id);
call wall_in('content_unique_values');

-- What an entry refers to, in its draft or live.
create table content_uses (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  entry_id     uuid    not null,
  language     text    not null,
  is_live      boolean not null,
  kind         text    not null check (kind in ('entry', 'media', 'category')),
  target_id    uuid    not null,
  slot         text    not null,
  restricts    boolean not null default false,
  primary key (workspace_id, entry_id, language, is_live, kind, target_id, slot),
  foreign key (workspace_id, entry_id) references content_entries (workspace_id, id) on delete cascade
);
create index on content_uses (workspace_id, kind, target_id);
call wall_in('content_uses');

-- What readers have of an entry in a language, rendered once. Where it was not published in that language, what they have
-- instead of it: `source` is the language it is written in.
create table content_published (
  workspace_id       uuid        not null default current_workspace() references workspaces on delete cascade,
  entry_id           uuid        not null,
  language           text        not null,
  source             text        not null,
  model_id           uuid        not null,
  version            integer     not null,
  revision           integer     not null,
  slug               text,
  title              text        not null default '',
  body               text        not null,
  cells              jsonb       not null,
  words              text        not null default '',
  locales            text[]      not null,
  step               bigint      not null,
  published_at       timestamptz not null,
  first_published_at timestamptz not null,
  updated_at         timestamptz not null,
  primary key (workspace_id, entry_id, language),
  foreign key (workspace_id, entry_id) references content_entries (workspace_id, id) on delete cascade
);
create index on content_published (workspace_id, model_id, language, published_at desc, entry_id desc);
create index on content_published (workspace_id, model_id, language, slug);
create index on content_published (workspace_id, model_id, step);
call wall_in('content_published');

-- The values of what is published by which lists are filtered: of references, categories, choices and fields that are indexed.
create table content_keys (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  entry_id     uuid        not null,
  language     text        not null,
  slot         text        not null,
  key          text        not null,
  model_id     uuid        not null,
  published_at timestamptz not null,
  primary key (workspace_id, entry_id, language, slot, key),
  foreign key (workspace_id, entry_id, language) references content_published (workspace_id, entry_id, language) on delete cascade
);
create index on content_keys (workspace_id, model_id, language, slot, key, published_at desc, entry_id desc);
create index on content_keys (workspace_id, slot, key);
call wall_in('content_keys');

-- Addresses that published entries have or had; whoever had one last keeps it.
create table content_slugs (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  model_id     uuid not null,
  language     text not null,
  slug         text not null,
  entry_id     uuid not null,
  primary key (workspace_id, model_id, language, slug),
  foreign key (workspace_id, entry_id) references content_entries (workspace_id, id) on delete cascade
);
create index on content_slugs (workspace_id, entry_id);
call wall_in('content_slugs');
