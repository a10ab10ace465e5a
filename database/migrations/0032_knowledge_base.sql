-- The knowledge base of a workspace: whether it is open and for whom, and how often what its pages show has changed.
create table knowledge_bases (
  workspace_id uuid   primary key default current_workspace() references workspaces on delete cascade,
  is_open      boolean not null default true,
  audience     text   not null default 'public' check (audience in ('public', 'customers')),
  on_missing   text   not null default 'first-language' check (on_missing in ('first-language', 'not-found')),
  home         jsonb  not null default '{}',
  header_links jsonb  not null default '[]',
  footer_links jsonb  not null default '[]',
  revision     bigint not null default 0
);
call wall_in('knowledge_bases');

-- The languages a workspace writes in; the first is the one every text exists in.
alter table workspaces add column languages text[] not null default '{en}';
alter table workspaces add constraint workspaces_languages_check check (cardinality(languages) between 1 and 30);

-- Where articles stand: a tree of at most five levels, in order. What may be read below it is narrowed by its visibility;
-- `audience` and `is_listed` say what that comes to with all that stands above.
create table categories (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  parent_id    uuid,
  position     integer     not null,
  slug         text        not null check (slug <> '' and length(slug) <= 120),
  icon         text        not null,
  texts        jsonb       not null,
  visibility   text        not null check (visibility in ('public', 'customers', 'team', 'unlisted')),
  audience     text        not null check (audience in ('public', 'customers', 'team')),
  is_listed    boolean     not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, slug),
  foreign key (workspace_id, parent_id) references categories (workspace_id, id)
);
create index on categories (workspace_id, parent_id, position);
call wall_in('categories');

-- An article: where it stands, who may read it and who keeps it. Its words stand in its texts, one a language.
create table articles (
  workspace_id        uuid        not null default current_workspace() references workspaces on delete cascade,
  id                  uuid        not null default uuidv7(),
  category_id         uuid,
  position            integer     not null,
  visibility          text        not null check (visibility in ('public', 'customers', 'team', 'unlisted')),
  audience            text        not null check (audience in ('public', 'customers', 'team')),
  is_listed           boolean     not null,
  owner_id            uuid,
  reviewer_id         uuid,
  labels              text[]      not null default '{}' check (cardinality(labels) <= 20),
  is_pinned           boolean     not null default false,
  takes_feedback      boolean     not null default true,
  review_every_days   integer     check (review_every_days between 1 and 1000),
  reviewed_at         timestamptz,
  revision            integer     not null default 1,
  last_version        integer     not null default 0,
  created_by          uuid,
  updated_by          uuid,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  trashed_at          timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, category_id) references categories (workspace_id, id),
  foreign key (workspace_id, owner_id) references members (workspace_id, id),
  foreign key (workspace_id, reviewer_id) references members (workspace_id, id),
  foreign key (workspace_id, created_by) references members (workspace_id, id),
  foreign key (workspace_id, updated_by) references members (workspace_id, id)
);
create index on articles (workspace_id, category_id, position);
create index on articles (workspace_id, updated_at desc, id desc);
create index on articles (workspace_id, owner_id);
create index on articles (workspace_id, reviewer_id);
create index on articles (workspace_id, created_by);
create index on articles (workspace_id, updated_by);
call wall_in('articles');

-- What is being written of an article in one language: the draft, which nobody reads before it is published.
create table article_texts (
  workspace_id     uuid        not null default current_workspace() references workspaces on delete cascade,
  article_id       uuid        not null,
  language         text        not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  status           text        not null default 'draft' check (status in ('draft', 'in_review', 'published', 'archived')),
  title            text        not null check (length(title) <= 200),
  slug             text        not null check (slug <> '' and length(slug) <= 120),
  document         jsonb       not null,
  excerpt          text        not null default '' check (length(excerpt) <= 300),
  meta_title       text        not null default '' check (length(meta_title) <= 70),
  meta_description text        not null default '' check (length(meta_description) <= 170),
  social_file_id   uuid,
  words            text        not null default '',
  revision         integer     not null,
  live_revision    integer,
  live_version     integer,
  publish_at       timestamptz,
  unpublish_at     timestamptz,
  published_at     timestamptz,
  archived_to      text,
  updated_by       uuid,
  updated_at       timestamptz not null default now(),
  primary key (workspace_id, article_id, language),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade,
  foreign key (workspace_id, social_file_id) references files (workspace_id, id),
  foreign key (workspace_id, updated_by) references members (workspace_id, id)
);
create index on article_texts (workspace_id, social_file_id);
create index on article_texts (workspace_id, updated_by);
call wall_in('article_texts');

-- A draft as it was at a revision of its article, so that a save that began there can be merged; the oldest go first.
create table article_revisions (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid        not null,
  language     text        not null,
  revision     integer     not null,
  text         jsonb       not null,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, article_id, language, revision),
  foreign key (workspace_id, article_id, language) references article_texts (workspace_id, article_id, language) on delete cascade
);
call wall_in('article_revisions');

-- A version of an article's text: what it was when it was published, restored, imported, or worked on for a while.
create table article_versions (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid        not null,
  number       integer     not null,
  language     text        not null,
  kind         text        not null check (kind in ('edit', 'publication', 'restoration', 'import')),
  text         jsonb       not null,
  note         text        not null default '' check (length(note) <= 300),
  created_by   uuid,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workspace_id, article_id, number),
  foreign key (workspace_id, article_id, language) references article_texts (workspace_id, article_id, language) on delete cascade,
  foreign key (workspace_id, created_by) references members (workspace_id, id)
);
create index on article_versions (workspace_id, article_id, language);
create index on article_versions (workspace_id, created_by);
call wall_in('article_versions');

-- What of an article can be read in one language, as it was published. `audience` and `is_listed` are its article's.
create table published_texts (
  workspace_id     uuid        not null default current_workspace() references workspaces on delete cascade,
  article_id       uuid        not null,
  language         text        not null,
  category_id      uuid,
  position         integer     not null,
  audience         text        not null check (audience in ('public', 'customers', 'team')),
  is_listed        boolean     not null,
  is_pinned        boolean     not null,
  takes_feedback   boolean     not null,
  labels           text[]      not null,
  title            text        not null,
  slug             text        not null,
  document         jsonb       not null,
  excerpt          text        not null,
  meta_title       text        not null,
  meta_description text        not null,
  social_file_id   uuid,
  words            text        not null,
  revision         integer     not null,
  first_published_at timestamptz not null,
  published_at     timestamptz not null,
  primary key (workspace_id, article_id, language),
  unique (workspace_id, language, slug),
  foreign key (workspace_id, article_id, language) references article_texts (workspace_id, article_id, language) on delete cascade
);
create index on published_texts (workspace_id, category_id, position);
call wall_in('published_texts');

-- Every address an article was ever published under, so that old ones lead to it; the last to take one has it.
create table article_slugs (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  language     text        not null,
  slug         text        not null,
  article_id   uuid        not null,
  taken_at     timestamptz not null default now(),
  primary key (workspace_id, language, slug),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade
);
create index on article_slugs (workspace_id, article_id);
call wall_in('article_slugs');

-- What a text refers to, its draft and what is live told apart: which articles use this one, and who may see a file.
create table article_references (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid    not null,
  language     text    not null,
  is_live      boolean not null,
  kind         text    not null check (kind in ('article', 'category', 'file')),
  target_id    uuid    not null,
  primary key (workspace_id, article_id, language, is_live, kind, target_id),
  foreign key (workspace_id, article_id, language) references article_texts (workspace_id, article_id, language) on delete cascade
);
create index on article_references (workspace_id, kind, target_id);
call wall_in('article_references');

-- A file that an article took, so that others may show it too, and older versions keep theirs.
create table article_files (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  file_id      uuid not null,
  article_id   uuid not null,
  primary key (workspace_id, file_id),
  foreign key (workspace_id, file_id) references files (workspace_id, id),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade
);
create index on article_files (workspace_id, article_id);
call wall_in('article_files');
