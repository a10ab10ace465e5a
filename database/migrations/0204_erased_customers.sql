-- A customer whose personal data was erased. The row stays, so that tickets keep their requester, numbers and times.
-- older versions may run beside this
alter table customers add column erased_at timestamptz;

-- Deletes the sessions and sign-in codes of customers, and clears their addresses in the log of sign-ins. From the
-- development mailbox, which holds mails only without a relay, deletes the mails to them and those that contain one of
-- the `words`. Returns the sessions.
create function erase_identities(customers uuid[], addresses text[], words text[])
  returns setof uuid security definer language sql set search_path = app, identity, pg_temp as $$
    delete from development_mails where recipient = any(addresses)
      or exists (select from unnest(words) as w(word) where position(convert_to(w.word, 'UTF8') in raw) > 0);
    update sign_in_log set address = null where account_id is null and address = any(addresses);
    delete from challenges where workspace_id = current_workspace() and customer_id = any(customers);
    delete from sessions where workspace_id = current_workspace() and customer_id = any(customers) returning id
  $$;
revoke execute on function erase_identities(uuid[], text[], text[]) from public;
