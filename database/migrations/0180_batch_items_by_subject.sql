-- Finds what batches keep of a ticket, an article or an entry that is deleted permanently.
-- older versions may run beside this
create index on batch_items (workspace_id, subject_id) where before is not null or label is not null;
