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

-- How many acknowledgements an address got that never proved itself, in all workspaces together: one mail to many of them
-- brings whoever is named in it no more. Kept a day, as a digest, and told to nobody but by whether there is one left.
create table identity.acknowledged_addresses (
  digest   bytea       primary key,
  since    timestamptz not null default now(),
  mails    integer     not null default 1
);
create index on identity.acknowledged_addresses (since);

create function app.take_acknowledgement(address text, most integer)
  returns boolean
  language plpgsql
  security definer
  set search_path to app, identity, pg_temp
as $$
begin
  insert into identity.acknowledged_addresses as a (digest) values (sha256(convert_to(lower(address), 'UTF8')))
  on conflict (digest) do update set
    mails = case when a.since < now() - interval '1 day' then 1 else a.mails + 1 end,
    since = case when a.since < now() - interval '1 day' then now() else a.since end
  where a.since < now() - interval '1 day' or a.mails < most;
  return found;
end $$;
revoke execute on function app.take_acknowledgement(text, integer) from public;
