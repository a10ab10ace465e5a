-- What was decided about a mail is a code with its parameters, whose sentence the pages know. Sentences of earlier versions are kept as they are.
create function pg_temp.note(sentences text[]) returns jsonb language sql as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', 'noted', 'text', sentence) order by place), '[]')
  from unnest(sentences) with ordinality as said (sentence, place)
$$;

alter table inbound_mails alter column decision type jsonb using case
  when decision is not null then jsonb_build_object('code', 'noted', 'text', decision)
end;

alter table inbound_mails
  alter column evidence drop default,
  alter column evidence type jsonb using pg_temp.note(evidence),
  alter column evidence set default '[]';

alter table inbound_mails add constraint inbound_mails_decision_has_a_code check (decision ? 'code');
alter table inbound_mails add constraint inbound_mails_evidence_is_a_list check (jsonb_typeof(evidence) = 'array');

drop function pg_temp.note(text[]);
