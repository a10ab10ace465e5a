-- Run after each migration, as the owner: what each role may do. Who serves owns nothing and changes no table's shape.
grant usage on schema app to :app, :identity;
grant usage on schema identity to :identity;
grant execute on function app.current_workspace() to :app, :identity;
grant execute on function app.enter(uuid), app.workspace_by_domain(text), app.list_workspace_ids() to :app, :identity;
grant execute on function app.find_customer_for_sign_in(uuid) to :identity;
grant execute on function app.search_tickets(tsquery, timestamptz, uuid, integer),
  app.search_customers(tsquery, timestamptz, uuid, integer) to :app;

grant select, insert, update, delete on
  app.members, app.customers, app.customer_emails, app.files, app.tickets, app.ticket_numbers, app.ticket_copies,
  app.ticket_reads, app.ticket_search, app.messages, app.attachments, app.drafts, app.inbound_mails, app.outgoing_mails, app.events,
  app.idempotency_keys to :app;
grant select, insert on app.ticket_events, app.audit_log to :app;
grant select, update (name, time_zone, service_started_at, accent_color, logo_file_id, support_name, reply_status,
  reopen_days, close_days, remind_days, detects_thanks) on app.workspaces to :app;

grant select, insert, update, delete on all tables in schema identity to :identity;
grant select, insert, update on app.members, app.customers, app.customer_emails to :identity;
grant delete on app.members to :identity;
grant select, insert, update on app.workspaces to :identity;
grant insert on app.audit_log to :identity;
grant select on app.files to :identity;
