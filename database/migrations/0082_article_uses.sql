-- An article that a reply of the team leads to. Written by a job soon after the reply is sent.
create table article_uses (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null default uuidv7(),
  message_id   uuid        not null,
  article_id   uuid        not null,
  -- Of the text that the customer reads there.
  language     text        not null,
  -- The section that is led to; empty: the whole.
  anchor       text        not null default '',
  -- Of what stood there, to tell whether something else does now.
  text_hash    bytea       not null,
  is_older     boolean     not null default false,
  used_at      timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, message_id, article_id, language, anchor),
  foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete cascade,
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade
);
create index on article_uses (workspace_id, article_id, used_at desc, id desc);
call wall_in('article_uses');
