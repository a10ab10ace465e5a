-- Whether whoever searched sent a request soon after; not which one, so that nobody can be told by it.
alter table article_searches add column became_ticket boolean not null default false;

-- What was decided about a gap of the knowledge base. What gaps there are is counted from searches, requests, votes and answers
-- whenever it is asked for; `key` is what they are counted under.
create table gap_decisions (
  workspace_id uuid        not null default current_workspace() references workspaces on delete cascade,
  id           uuid        not null,
  kind         text        not null check (kind in ('search', 'answer', 'article')),
  key          text        not null,
  language     text        not null,
  title        text        not null,
  decision     text        not null check (decision in ('written', 'joined', 'mended', 'dismissed')),
  article_id   uuid,
  -- Signs in the thirty days before.
  before       integer     not null,
  decided_by   uuid        not null,
  decided_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade,
  foreign key (workspace_id, decided_by) references members (workspace_id, id)
);
create index on gap_decisions (workspace_id, decided_at desc, id);
create index on gap_decisions (workspace_id, article_id);
create index on gap_decisions (workspace_id, decided_by);
call wall_in('gap_decisions');
-- What the team wrote lately, to see what it writes again and again.
create index messages_replies_idx on messages (workspace_id, sent_at desc) where author_type = 'agent' and kind = 'reply';
