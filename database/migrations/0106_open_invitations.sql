-- A row says that an account is invited into a workspace, where a member of the same id waits as invited. An account can be
-- invited into many workspaces; it belongs to one once it accepts.
create table identity.invitations (
  account_id   uuid        not null references identity.accounts on delete cascade,
  workspace_id uuid        not null,
  invited_at   timestamptz not null default now(),
  primary key (account_id, workspace_id)
);
create index on identity.invitations (workspace_id);

insert into identity.invitations (account_id, workspace_id, invited_at)
  select a.id, a.workspace_id, coalesce(m.invited_at, now()) from identity.accounts a
  join members m on m.workspace_id = a.workspace_id and m.id = a.id where m.status = 'invited';
update identity.accounts a set workspace_id = null
  from identity.invitations i where i.account_id = a.id and i.workspace_id = a.workspace_id;

-- The code of an invitation is for one workspace.
alter table identity.challenges add column invited_to uuid;
