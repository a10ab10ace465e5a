-- The history of a subject (a ticket, later an article, an entry or a member): one event, who did it, what from, what to,
-- what caused it, and how many events led to it. Rows are added and never changed. Live events, which tell open pages to
-- read again, name their subject in the same way.
alter table ticket_events rename to history;
alter table history rename column ticket_id to subject_id;
alter table history add column subject_type text not null default 'ticket';
alter table history alter column subject_type drop default;
alter table history add column depth smallint not null default 0;
alter table history drop constraint ticket_events_workspace_id_ticket_id_fkey;
alter table history rename constraint ticket_events_pkey to history_pkey;
alter table history rename constraint ticket_events_workspace_id_fkey to history_workspace_id_fkey;
alter table history rename constraint ticket_events_actor_type_check to history_actor_type_check;
alter index ticket_events_workspace_id_ticket_id_id_idx rename to history_workspace_id_subject_id_id_idx;

alter table events rename to live_events;
alter table live_events rename column ticket_id to subject_id;
alter table live_events add column subject_type text;
update live_events set subject_type = 'ticket' where subject_id is not null;
alter table live_events rename constraint events_pkey to live_events_pkey;
alter table live_events rename constraint events_workspace_id_fkey to live_events_workspace_id_fkey;
alter index events_workspace_id_created_at_idx rename to live_events_workspace_id_created_at_idx;
