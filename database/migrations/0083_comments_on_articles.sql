-- What the team says of an article stands beside what it says of an entry: on all of it or on a block, which is found again by
-- its words and, where there are several such, by its place.
alter table comments alter column entry_id drop not null;
alter table comments add column article_id uuid;
alter table comments add column block_text text;
alter table comments add column block_place integer;
-- Where it was said: by who edits, by who reads, or by who answers a ticket, which may be gone by now.
alter table comments add column said_from text not null default 'editor';
alter table comments add column ticket_id uuid;
alter table comments add constraint comments_workspace_id_article_id_fkey
  foreign key (workspace_id, article_id) references articles (workspace_id, id) on delete cascade;
alter table comments add constraint comments_block_text_check check (length(block_text) between 1 and 300);
alter table comments add constraint comments_block_place_check check (block_place >= 0);
alter table comments add constraint comments_said_from_check check (said_from in ('editor', 'page', 'ticket'));
alter table comments add constraint comments_about_check check (num_nonnulls(entry_id, article_id) = 1);
alter table comments add constraint comments_of_entry_check
  check (entry_id is null or (block_text is null and said_from = 'editor'));
alter table comments add constraint comments_block_check check ((block_text is null) = (block_place is null));
alter table comments add constraint comments_answer_check
  check (thread_id is null or (block_text is null and said_from = 'editor'));
alter table comments add constraint comments_of_ticket_check check (ticket_id is null or said_from = 'ticket');
create index on comments (workspace_id, article_id) where article_id is not null;
-- Remarks that wait for somebody.
create index on comments (workspace_id, article_id) where said_from <> 'editor' and resolved_at is null;

-- Who sent a draft to be reviewed gets it back.
alter table article_texts add column sent_by uuid;
alter table article_texts add constraint article_texts_workspace_id_sent_by_fkey
  foreign key (workspace_id, sent_by) references members (workspace_id, id);
create index on article_texts (workspace_id, sent_by);
