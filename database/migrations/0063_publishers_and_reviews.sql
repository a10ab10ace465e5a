-- The members who publish entries of a model, where it names some beside the admins; those who left the team are none any more.
alter table content_models drop constraint content_models_publishers_check;
alter table content_models add constraint content_models_publishers_check check (publishers in ('members', 'admins', 'named'));
alter table content_models add column publisher_ids uuid[] not null default '{}';

-- Who sent a text for review hears of it when it comes back.
alter table content_texts add column sent_by uuid;
alter table content_texts add constraint content_texts_workspace_id_sent_by_fkey
  foreign key (workspace_id, sent_by) references members (workspace_id, id);
create index on content_texts (workspace_id, sent_by);

alter table members alter column notifications
  set default '{"assigned": true, "deliveryFailed": true, "customerReplied": true, "mentioned": true, "reviews": true}';
update members set notifications = '{"reviews": true}' || notifications where not notifications ? 'reviews';
