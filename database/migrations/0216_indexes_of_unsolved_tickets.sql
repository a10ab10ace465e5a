-- Queries such as `status<solved` find active and snoozed tickets, so the indexes of active tickets hold both.
create index on tickets (workspace_id, created_at desc, id desc) where shelf in ('active', 'snoozed');
create index on tickets (workspace_id, updated_at desc, id desc) where shelf in ('active', 'snoozed');
create index on tickets (workspace_id, waiting_order, id) where shelf in ('active', 'snoozed');
create index on tickets (workspace_id, assignee_id, created_at desc, id desc) where shelf in ('active', 'snoozed');
create index on tickets (workspace_id, assignee_id, updated_at desc, id desc) where shelf in ('active', 'snoozed');
create index on tickets (workspace_id, assignee_id, waiting_order, id) where shelf in ('active', 'snoozed');
drop index tickets_workspace_id_created_at_id_idx;
drop index tickets_workspace_id_updated_at_id_idx;
drop index tickets_workspace_id_waiting_order_id_idx;
drop index tickets_workspace_id_assignee_id_created_at_id_idx;
drop index tickets_workspace_id_assignee_id_updated_at_id_idx;
drop index tickets_workspace_id_assignee_id_waiting_order_id_idx;
