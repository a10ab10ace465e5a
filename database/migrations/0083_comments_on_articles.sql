-- What the team says of an article stands beside what it says of an entry: on all of it or on a block, which is found again by
-- its words and, where there are several such, by its place.
alter table comments
  alter column entry_id drop not null,
  add column article_id  uuid,
  add column block_text  text    check (length(block_text) between 1 and 300),
  add column block_place integer check (block_place >= 0),
  -- Where it was said: by who edits, by who reads, or by who answers a ticket.
  add column said_from   text    not null default 'editor' check (said_from in ('editor', 'page', 'ticket')),
  add column ticket_id   uuid,
  add foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade,
  add foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete set null (ticket_id),
  add check (num_nonnulls(entry_id, article_id) = 1),
  add check (entry_id is null or (block_text is null and said_from = 'editor')),
  add check ((block_text is null) = (block_place is null)),
  add check (thread_id is null or (block_text is null and said_from = 'editor')),
  add check (ticket_id is null or said_from = 'ticket');
create index on comments (workspace_id, article_id) where article_id is not null;
-- Remarks that wait for somebody.
create index on comments (workspace_id, article_id) where said_from <> 'editor' and resolved_at is null;
create index on comments (workspace_id, ticket_id) where ticket_id is not null;

-- Who sent a draft to be reviewed gets it back.
alter table article_texts
  add column sent_by uuid,
  add foreign key (workspace_id, sent_by) references members (workspace_id, id);
create index on article_texts (workspace_id, sent_by);
