-- older versions may run beside this
-- The changes of macros that a draft makes together with its message. Null: none.
alter table drafts add column macro jsonb;
-- A held reply keeps them until it is sent, because they return to the draft if the reply is canceled.
alter table messages add column macro jsonb;
-- Finds the newest drafts of a member.
create index on drafts (workspace_id, member_id, updated_at desc, ticket_id);
