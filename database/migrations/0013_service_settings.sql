-- How Service is set up in a workspace: since when it runs, who answers, and what happens to tickets by time.
create table service_settings (
  workspace_id   uuid        primary key default current_workspace() references workspaces on delete cascade,
  started_at     timestamptz,
  support_name   text        not null check (support_name <> ''),
  reply_status   text        not null default 'pending' check (reply_status in ('open', 'pending', 'solved')),
  reopen_days    integer     not null default 14 check (reopen_days between 0 and 365),
  close_days     integer     not null default 7 check (close_days between 0 and 365),
  remind_days    integer     not null default 0 check (remind_days between 0 and 365),
  detects_thanks boolean     not null default true
);
insert into service_settings
  (workspace_id, started_at, support_name, reply_status, reopen_days, close_days, remind_days, detects_thanks)
  select id, service_started_at, support_name, reply_status, reopen_days, close_days, remind_days, detects_thanks
  from workspaces;
call wall_in('service_settings');

alter table workspaces drop column service_started_at;
alter table workspaces drop column support_name;
alter table workspaces drop column reply_status;
alter table workspaces drop column reopen_days;
alter table workspaces drop column close_days;
alter table workspaces drop column remind_days;
alter table workspaces drop column detects_thanks;
