-- Why a mail did not arrive is a code with its parameters, whose sentence the pages know. Sentences of earlier versions are kept as they are.
alter table outgoing_mails alter column reason type jsonb using case
  when reason is not null then jsonb_build_object('code', 'noted', 'text', reason)
end;

alter table outgoing_mails add constraint outgoing_mails_reason_has_a_code check (reason ? 'code');
