-- Lists of unsolved tickets in the order of their priority.
-- older versions may run beside this
create index on tickets (workspace_id, array_position('{low,normal,high,urgent}'::text[], priority), id) where shelf in ('active', 'snoozed');
