-- How many mails a workspace sent on a day, in UTC, to people who never wrote to it: invitations, and what the team begins.
create table identity.unsolicited_mails (
  day          date    not null,
  workspace_id uuid    not null,
  sent         integer not null default 0,
  primary key (day, workspace_id)
);

-- Since when it is known that whoever has the address wrote from it: its domain vouched for a mail, or it brought back what
-- only it was given. Whoever wrote before it was noted counts as well.
alter table customer_emails add column wrote_at timestamptz;
update customer_emails e set wrote_at = c.created_at from customers c
where c.workspace_id = e.workspace_id and c.id = e.customer_id and exists (
  select from messages m where m.workspace_id = e.workspace_id and m.customer_id = e.customer_id
    and m.author_type = 'customer' and m.mail_message_id is not null);

-- Counts mails of the transaction's workspace and answers null, or counts none and names whose bound they would pass. What is over
-- already is told without waiting for anybody; whoever counts waits for those who count for the same workspace and, where there is
-- a bound for all, for every other.
create function take_unsolicited_mails(mails integer, is_counted boolean, most_of_new integer, most integer, most_of_all integer)
  returns text
  volatile security definer language plpgsql set search_path = app, identity, pg_temp as $$
declare
  here     uuid := current_workspace();
  today    date := (now() at time zone 'UTC')::date;
  bound    integer;
  is_alone boolean;
begin
  select case when w.created_at > now() - interval '7 days' then most_of_new else most end into bound
    from workspaces w where w.id = here;
  foreach is_alone in array array[false, true] loop
    if is_alone then
      insert into identity.unsolicited_mails as u (day, workspace_id) values (today, here)
        on conflict (day, workspace_id) do update set sent = u.sent;
      if most_of_all is not null then perform pg_advisory_xact_lock(hashtextextended('unsolicited mails', 17)); end if;
    end if;
    if mails + coalesce((select u.sent from identity.unsolicited_mails u where u.day = today and u.workspace_id = here), 0) > bound
      then return 'workspace'; end if;
    if most_of_all is not null and mails + count_unsolicited_mails() > most_of_all then return 'installation'; end if;
    if not is_counted then return null; end if;
  end loop;
  update identity.unsolicited_mails u set sent = u.sent + mails where u.day = today and u.workspace_id = here;
  return null;
end $$;

-- Those of the whole installation today.
create function count_unsolicited_mails() returns bigint
  volatile security definer language plpgsql set search_path = app, identity, pg_temp as $$
begin
  return (select coalesce(sum(u.sent), 0) from identity.unsolicited_mails u
    where u.day = (now() at time zone 'UTC')::date);
end $$;
revoke execute on function take_unsolicited_mails(integer, boolean, integer, integer, integer), count_unsolicited_mails() from public;

-- Who may found a workspace where nobody may unless the operator invited them; an invitation is used up by founding one.
create table identity.workspace_invitations (
  email      text        primary key check (email = lower(email) and length(email) <= 254),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Whether there is any workspace, which nobody sees who is not in one.
create function is_founded() returns boolean
  stable security definer language plpgsql set search_path = app, pg_temp as $$
begin
  return exists (select from workspaces);
end $$;
revoke execute on function is_founded() from public;
