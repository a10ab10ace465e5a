-- A ticket comes by telephone, by chat, in person or by another way, too, when the team writes down what a customer asked;
-- one that the team opens to write to a customer is unsent until its first message has gone, and customers see it then.
alter table tickets add column is_unsent boolean not null default false;
alter table tickets drop constraint tickets_channel_check;
alter table tickets add constraint tickets_channel_check
  check (channel in ('email', 'portal', 'agent', 'phone', 'chat', 'in_person', 'other', 'api', 'import'));
alter table messages drop constraint messages_channel_check;
alter table messages add constraint messages_channel_check
  check (channel in ('email', 'portal', 'agent', 'phone', 'chat', 'in_person', 'other', 'api', 'import'));
