-- The keys that a model had and that still answer, as fields have them.
alter table content_models add column former_keys jsonb not null default '[]';

-- Who asked by a former key, of a field or of a model. A visitor has no API key.
alter table content_former_asks rename column field_id to subject_id;
alter table content_former_asks drop constraint content_former_asks_pkey;
alter table content_former_asks alter column key_id drop not null;
alter table content_former_asks
  add column asker uuid not null generated always as (coalesce(key_id, '00000000-0000-0000-0000-000000000000')) stored;
alter table content_former_asks add constraint content_former_asks_pkey primary key (workspace_id, subject_id, former_key, asker);
