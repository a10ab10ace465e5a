-- Run after each migration, as the owner: the rights of each role. The serving roles own nothing and cannot alter tables.
grant usage on schema app to :app, :identity, :reader;
grant usage on schema identity to :identity;
grant execute on function app.current_workspace(), app.wall_into(uuid), app.workspace_by_domain(text)
  to :app, :identity, :reader;
grant execute on function app.enter_session(uuid), app.list_workspace_ids(), app.count_unsolicited_mails(),
  app.take_unsolicited_mails(integer, boolean, integer, integer, integer) to :app, :identity;
grant execute on function app.changes_since(text, xid8[]), app.end_sessions_of(uuid),
  app.end_sessions_of_customer(uuid), app.move_sessions_of_customer(uuid, uuid, uuid[]), app.erase_identities(uuid[], text[], text[]) to :app;
grant execute on function app.enter_key(uuid, bytea), app.rank_of(text, text), app.fold(text), app.spellings(text), app.words_of(text)
  to :app, :reader;
grant execute on function app.enter_host(text) to :reader;
grant execute on function app.is_founded() to :identity;
grant execute on function app.search_tickets(tsquery, timestamptz, uuid, integer),
  app.search_customers(tsquery, timestamptz, uuid, integer), app.search_companies(tsquery, timestamptz, uuid, integer), app.take_acknowledgement(text, integer),
  app.list_postings(text[], text, tsquery[], integer), app.list_texts(text[], text),
  app.list_postings_of(integer[], text[], text, tsquery[]) to :app;
grant execute on function app.search_words(text, regdictionary, text[], text[], integer[], text[]), app.count_judged(uuid[]),
  app.past_content(timestamptz, text, text[], jsonb, uuid[]) to :app, :reader;
grant execute on function app.list_public_postings(text, tsquery[], integer), app.list_public_texts(text),
  app.list_public_postings_of(integer[], text, tsquery[]) to :reader;

grant select, insert, update, delete on
  app.members, app.customers, app.customer_emails, app.customer_merges, app.companies, app.company_domains, app.company_people, app.files, app.pictures, app.tickets, app.ticket_numbers,
  app.ticket_copies, app.ticket_reads, app.ticket_search, app.messages, app.attachments, app.drafts, app.inbound_mails, app.outgoing_mails,
  app.live_events, app.idempotency_keys, app.ticket_changes, app.changed_tickets, app.ticket_merges, app.ticket_links, app.incident_replies, app.incident_reply_tickets, app.ticket_splits, app.side_conversations, app.side_messages, app.side_attachments, app.side_reads, app.side_drafts, app.ticket_followers, app.note_mentions, app.ticket_statuses, app.macros, app.macro_uses, app.macro_teams, app.macro_files, app.ticket_forms, app.visitor_requests, app.ticket_tags, app.teams, app.team_members, app.ticket_view_teams, app.followed_changes, app.followed_positions,
  app.copy_suggestions, app.knowledge_bases, app.categories, app.former_category_slugs, app.articles, app.article_texts, app.article_revisions,
  app.article_versions, app.published_texts, app.archived_texts, app.article_slugs, app.article_references, app.article_files,
  app.article_sections, app.article_words, app.article_synonyms, app.article_searches, app.article_choices,
  app.article_feedback, app.article_counts, app.article_days, app.popular_articles, app.related_articles,
  app.published_files, app.preview_links, app.redirects, app.article_addresses, app.outside_links, app.content_spaces, app.content_models, app.content_model_steps,
  app.deflections, app.deflection_articles, app.gap_decisions, app.article_uses, app.imports, app.import_items, app.import_sources, app.exports,
  app.content_categories, app.content_entries, app.content_texts, app.content_changes, app.content_versions,
  app.content_publications, app.content_unique_values, app.content_uses, app.content_published, app.content_keys, app.content_ranks,
  app.ticket_views, app.ticket_view_displays, app.ticket_view_settings,
  app.content_slugs, app.content_views, app.content_former_asks, app.batches, app.batch_items, app.api_keys, app.api_key_days,
  app.media_folders, app.media, app.media_contents, app.media_uses,
  app.media_variants, app.resumable_uploads, app.comments, app.comment_mentions, app.media_presets,
  app.custom_fields, app.custom_field_values to :app;
grant select, insert, delete on app.history to :app;
-- A running process checks whether a newer version migrated the database.
grant select on app.migrations to :app;
-- The serving roles add rows to the audit log. They can only clear what a row says of an erased customer. Rows are
-- deleted after the retention.
grant select, insert, delete, update (detail, network) on app.audit_log to :app;
do $$ begin
  if not exists (select from pg_policies where schemaname = 'app' and tablename = 'audit_log' and policyname = 'kept_400_days') then
    create policy kept_400_days on app.audit_log as restrictive for delete to :app using (created_at < now() - interval '400 days');
  end if;
  if not exists (select from pg_policies where schemaname = 'app' and tablename = 'audit_log' and policyname = 'only_cleared') then
    create policy only_cleared on app.audit_log as restrictive for update to :app using (true)
      with check (detail = '{}' and network is null);
  end if;
end $$;
grant select, update on app.service_settings to :app;
grant select, update (name, time_zone, accent_color, logo_file_id, languages, plain_slugs, definitions_revision) on app.workspaces to :app;

-- Visitors see what is published for everybody. No row is hidden from them by a condition of a query alone.
grant select on app.knowledge_bases, app.categories, app.published_texts, app.archived_texts, app.article_sections,
  app.article_synonyms, app.popular_articles, app.related_articles, app.published_files to :reader;
grant select (workspace_id, article_id, helpful, unhelpful) on app.article_counts to :reader;
do $$ declare walled text; begin
  foreach walled in array array['categories', 'published_texts', 'archived_texts', 'article_sections', 'published_files'] loop
    continue when exists (select from pg_policies where schemaname = 'app' and tablename = walled and policyname = 'public_alone');
    execute format('create policy public_alone on app.%I as restrictive for select to :reader using (audience = ''public'')', walled);
  end loop;
  if not exists (select from pg_policies where schemaname = 'app' and tablename = 'popular_articles' and policyname = 'public_alone') then
    create policy public_alone on app.popular_articles as restrictive for select to :reader using (exists (
      select from app.published_texts p
      where p.workspace_id = popular_articles.workspace_id and p.article_id = popular_articles.article_id));
  end if;
  if not exists (select from pg_policies where schemaname = 'app' and tablename = 'related_articles' and policyname = 'public_alone') then
    create policy public_alone on app.related_articles as restrictive for select to :reader using (exists (
      select from app.published_texts p
      where p.workspace_id = related_articles.workspace_id and p.article_id = related_articles.related_id));
    create policy public_alone on app.article_counts as restrictive for select to :reader using (exists (
      select from app.published_texts p
      where p.workspace_id = article_counts.workspace_id and p.article_id = article_counts.article_id));
  end if;
  if not exists (select from pg_policies where schemaname = 'app' and tablename = 'former_category_slugs' and policyname = 'public_alone') then
    create policy public_alone on app.former_category_slugs as restrictive for select to :reader using (exists (
      select from app.categories c
      where c.workspace_id = former_category_slugs.workspace_id and c.id = former_category_slugs.category_id));
  end if;
end $$;
grant select (workspace_id, language, slug, article_id) on app.article_slugs to :reader;
grant select (workspace_id, slug, category_id) on app.former_category_slugs to :reader;
grant select (workspace_id, path, article_id, category_id, is_pattern) on app.redirects to :reader;
grant select (id, languages, plain_slugs, definitions_revision) on app.workspaces to :reader;
-- Of the content, visitors see published entries and their models, never a draft.
grant select on app.content_spaces, app.content_models, app.content_categories, app.content_published, app.content_keys, app.content_ranks,
  app.content_slugs to :reader;

-- Of the media library, visitors see public files with their texts.
grant select (workspace_id, id, file_id, name, mime, kind, bytes, hash, width, height, title, credit, texts, focus_x, focus_y,
  crop, thumbhash, palette, is_public, trashed_at) on app.media to :reader;
grant select on app.media_contents, app.media_presets to :reader;
do $$ begin
  if not exists (select from pg_policies where schemaname = 'app' and tablename = 'media' and policyname = 'public_alone') then
    create policy public_alone on app.media as restrictive for select to :reader using (is_public and trashed_at is null);
    create policy public_alone on app.media_contents as restrictive for select to :reader using (exists (
      select from app.media m where m.workspace_id = media_contents.workspace_id and m.id = media_contents.media_id));
  end if;
end $$;

grant select, insert, update, delete on all tables in schema identity to :identity;
grant select, insert, update on app.members, app.customers, app.customer_emails, app.idempotency_keys to :identity;
-- A customer who registers joins the company of the address.
grant select on app.company_domains to :identity;
grant select, insert, delete on app.company_people to :identity;
-- A refused call releases its Idempotency-Key.
grant delete on app.members, app.idempotency_keys to :identity;
grant select, insert, update on app.workspaces to :identity;
grant select, insert on app.service_settings to :identity;
grant insert on app.audit_log to :identity;
-- The order of changes notes customers who register or change their address.
grant select, insert, update on app.followed_changes to :identity;
-- The transaction that creates a workspace also writes its defaults.
grant insert on app.live_events, app.content_spaces, app.content_models, app.content_model_steps to :identity;
grant select, insert on app.ticket_statuses to :identity;
-- Somebody without an account sends a request with a form. A code confirms the address, as for a sign-in.
grant select on app.ticket_forms, app.custom_fields to :identity;
grant select, insert on app.visitor_requests to :identity;
-- Its events carry the number of their transaction, by which open pages find them.
grant select (xact) on app.live_events to :identity;
grant select on app.files to :identity;
