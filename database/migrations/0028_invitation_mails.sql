-- An invitation that was mailed to somebody, whatever workspace invited: kept a day, so that nobody is mailed again and
-- again. The person is the HMAC of their address.
create table identity.invitation_mails (
  id      uuid        primary key default uuidv7(),
  person  bytea       not null,
  sent_at timestamptz not null default now()
);
create index on identity.invitation_mails (person, sent_at desc);
create index on identity.invitation_mails (sent_at);
