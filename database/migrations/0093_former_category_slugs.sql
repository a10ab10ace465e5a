-- An address that a category had before, so that it leads to it for ever; whoever takes one takes it from here.
create table former_category_slugs (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  slug         text        not null,
  category_id  uuid        not null,
  left_at      timestamptz not null default now(),
  primary key (workspace_id, slug),
  foreign key (workspace_id, category_id) references categories (workspace_id, id) on delete cascade
);
create index on former_category_slugs (workspace_id, category_id);
call wall_in('former_category_slugs');
