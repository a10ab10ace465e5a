-- An entry has the id that a program knows it by, so that whoever writes it again finds it. No two of a model have the same.
-- older versions may run beside this
alter table content_entries add column external_id text
  constraint content_entries_external_id_check check (char_length(external_id) between 1 and 200);
create unique index content_entries_external_id on content_entries (workspace_id, model_id, external_id);
