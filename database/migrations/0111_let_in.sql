-- Of somebody in copy whom the requester added: from when on they are quoted what others write. Null for whom the team, or a mail
-- that opened the ticket, put in copy.
-- older versions may run beside this
alter table ticket_copies add column quotes_from timestamptz;

-- Of the note that a mail became from somebody who is not on the ticket: as what it becomes a reply once the requester lets them in.
-- Null where the team alone decides, as about what a colleague wrote, a machine, or a mail that its domain disowns.
alter table messages add column waits_as text check (waits_as in ('proven', 'unverified'));
