-- Mails of a workspace that wait to be decided are counted as one more comes, so that each workspace has its turn.
create index on inbound_mails (workspace_id) include (bytes) where state = 'received';
