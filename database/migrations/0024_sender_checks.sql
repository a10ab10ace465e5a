-- How far the sender of a mail is authenticated, as it was found when the mail came in. Null for mails that came before.
alter table inbound_mails add column authentication jsonb;
alter table inbound_mails add constraint inbound_mails_authentication_has_a_sender check (authentication ? 'sender');
