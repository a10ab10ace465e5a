-- Makes the schema one that a distributed database can hold: a workspace's rows lie together, so no key sets a column to
-- nothing, none leads from what is not distributed (identity, workspaces) to a workspace's rows, and a workspace is
-- entered by `set local`, which such a database passes on to its workers.
create function wall_into(workspace uuid) returns void volatile language plpgsql as $$ begin
  execute format('set local app.workspace_id = %L', coalesce(workspace::text, ''));
end $$;

alter table identity.accounts drop constraint accounts_workspace_id_fkey;
alter table identity.sessions drop constraint sessions_workspace_id_customer_id_fkey;
alter table identity.challenges drop constraint challenges_workspace_id_customer_id_fkey;
create index accounts_workspace_id_idx on identity.accounts (workspace_id) where workspace_id is not null;

alter table workspaces drop constraint workspaces_id_logo_file_id_fkey;

alter table tickets drop constraint tickets_workspace_id_follow_up_of_fkey;
alter table tickets add constraint tickets_follow_up_of_fkey
  foreign key (workspace_id, follow_up_of) references tickets (workspace_id, id);
alter table tickets drop constraint tickets_workspace_id_merged_into_fkey;
alter table tickets add constraint tickets_merged_into_fkey
  foreign key (workspace_id, merged_into) references tickets (workspace_id, id);

alter table inbound_mails drop constraint inbound_mails_workspace_id_ticket_id_fkey;
alter table inbound_mails add constraint inbound_mails_ticket_id_fkey
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id);
alter table inbound_mails drop constraint inbound_mails_workspace_id_message_id_fkey;
alter table inbound_mails add constraint inbound_mails_message_id_fkey
  foreign key (workspace_id, message_id) references messages (workspace_id, id);

-- It looked a customer up in every workspace at once; who asked for a code is known by the code.
drop function find_customer_for_sign_in(uuid);
