-- An archived text of an article, by which its address tells whoever might have read it that it is gone, or where it leads.
create table archived_texts (
  workspace_id uuid not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid not null,
  language     text not null,
  audience     text not null check (audience in ('public', 'customers', 'team')),
  leads_to     uuid,
  primary key (workspace_id, article_id, language),
  foreign key (workspace_id, article_id, language) references article_texts (workspace_id, article_id, language) on delete cascade
);
call wall_in('archived_texts');

insert into archived_texts (workspace_id, article_id, language, audience, leads_to)
select t.workspace_id, t.article_id, t.language, a.audience, t.archived_to::uuid
from article_texts t join articles a on a.workspace_id = t.workspace_id and a.id = t.article_id
where t.status = 'archived' and a.trashed_at is null;
