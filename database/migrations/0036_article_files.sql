-- A file that a live text shows as a picture or offers as a file, for whoever may read that text. `stored_id` is the file
-- whose bytes it has; the measures are those of a picture as it is shown at most, once they are known.
create table published_files (
  workspace_id uuid    not null default current_workspace() references workspaces on delete cascade,
  article_id   uuid    not null,
  language     text    not null,
  kind         text    not null check (kind in ('picture', 'file')),
  file_id      uuid    not null,
  stored_id    uuid    not null,
  audience     text    not null check (audience in ('public', 'customers', 'team')),
  width        integer check (width > 0),
  height       integer check (height > 0),
  primary key (workspace_id, article_id, language, kind, file_id),
  foreign key (workspace_id, article_id, language) references published_texts (workspace_id, article_id, language) on delete cascade,
  foreign key (workspace_id, file_id) references files (workspace_id, id),
  foreign key (workspace_id, stored_id) references files (workspace_id, id)
);
create index on published_files (workspace_id, file_id);
create index on published_files (workspace_id, stored_id);
call wall_in('published_files');

insert into published_files (workspace_id, article_id, language, kind, file_id, stored_id, audience)
select distinct p.workspace_id, p.article_id, p.language, shown.kind, f.id, f.id, p.audience
from published_texts p
cross join lateral (
  select 'picture' as kind, jsonb_path_query(p.document, 'strict $.** ? (@.type == "picture").attrs.file') #>> '{}' as id
  union select 'picture', jsonb_path_query(p.document, 'strict $.** ? (@.type == "video" && exists (@.attrs.poster)).attrs.poster') #>> '{}'
  union select 'file', jsonb_path_query(p.document, 'strict $.** ? (@.type == "file").attrs.file') #>> '{}'
  union select 'picture', p.social_file_id::text
) shown
join files f on f.workspace_id = p.workspace_id and f.id = shown.id::uuid;

-- The same bytes are stored once: what an article takes that another one has is that one's. Older files have no hash.
alter table files add column hash bytea;
alter table files add constraint files_hash_check check (octet_length(hash) = 32);
alter table files add column same_as uuid;
alter table files add constraint files_same_as_fkey foreign key (workspace_id, same_as) references files (workspace_id, id);
create index on files (workspace_id, hash) where hash is not null;
create index on files (workspace_id, same_as) where same_as is not null;

alter table pictures add column width integer;
alter table pictures add column height integer;
alter table pictures add constraint pictures_width_check check (width > 0);
alter table pictures add constraint pictures_height_check check (height > 0);
