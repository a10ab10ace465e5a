-- Mails of a workspace that wait to be decided are counted as one more comes, so that each workspace has its turn.
create index on inbound_mails (workspace_id) include (bytes) where state = 'received';

-- A mail is the same as another where its bytes are, or where Message-ID, sender, date, subject, words and files are; the
-- latter is told by "identity" once it was read. Of mails of earlier versions neither is known.
alter table inbound_mails add column raw_digest text not null default '', add column identity text;
alter table inbound_mails drop constraint inbound_mails_workspace_id_address_dedup_key_key;
alter table inbound_mails add constraint inbound_mails_same_bytes unique (workspace_id, address, dedup_key, raw_digest);
alter table inbound_mails add constraint inbound_mails_same_mail unique (workspace_id, address, dedup_key, identity);

-- Addresses of contact forms and lists, whose mail is that of the person it names.
alter table service_settings add column forms_and_lists text[] not null default '{}';
alter table service_settings add constraint service_settings_few_forms check (cardinality(forms_and_lists) <= 50);
