-- A row is the text that one member has begun on a ticket. Each write of it has a new revision, never one of an earlier draft, so
-- that a write can name the version it began from.
alter table drafts add column revision uuid not null default uuidv7();
