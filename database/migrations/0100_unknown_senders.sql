-- Who stands for the unknown sender of a recovered mail: one customer for each sender. Before, all of them were one, whose
-- address was unknown@sender.invalid, and what one had written looked like another's.

-- Each ticket of that customer, and the address in From (or the envelope) of the mail that opened it. Where that is no
-- address of RFC 5322, the ticket gets one of its own, below `.invalid`. A new customer has the id of their first ticket, so
-- that no statement has to invent one.
create temporary table parted on commit drop as
  select t.workspace_id, t.id as ticket_id, e.customer_id as shared_id, coalesce(
    (select lower(given.address) from inbound_mails i cross join lateral (values (i.from_address, 1), (i.envelope_from, 2)) as given (address, place)
      where i.workspace_id = t.workspace_id and i.ticket_id = t.id
        and length(given.address) <= 254 and length(split_part(given.address, '@', 1)) <= 64
        and lower(given.address) not like '%.invalid'
        and given.address ~* '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
        and given.address !~ '\.[0-9]+$'
      order by i.received_at, given.place limit 1),
    'unknown-' || t.id || '@sender.invalid') as address, null::uuid as customer_id
  from customer_emails e
  join tickets t on t.workspace_id = e.workspace_id and t.requester_id = e.customer_id
  where e.address = 'unknown@sender.invalid';

update parted p set customer_id = coalesce(
  (select e.customer_id from customer_emails e where e.workspace_id = p.workspace_id and e.address = p.address),
  (select f.ticket_id from parted f where f.workspace_id = p.workspace_id and f.address = p.address order by f.ticket_id limit 1));

insert into customers (workspace_id, id, words)
  select workspace_id, customer_id, to_tsvector('simple', regexp_replace(
    regexp_replace(address, '[^a-z0-9]+', ' ', 'g'), '([a-z0-9]{40})[a-z0-9]+', '\1', 'g'))
  from parted where customer_id = ticket_id;

insert into customer_emails (workspace_id, address, customer_id)
  select workspace_id, address, customer_id from parted where customer_id = ticket_id;

update tickets t set requester_id = p.customer_id
  from parted p where t.workspace_id = p.workspace_id and t.id = p.ticket_id;

delete from ticket_copies c using parted p
  where c.workspace_id = p.workspace_id and c.ticket_id = p.ticket_id and c.customer_id = p.customer_id;

update messages m set customer_id = p.customer_id
  from parted p where m.workspace_id = p.workspace_id and m.ticket_id = p.ticket_id and m.customer_id = p.shared_id;

update history h set actor_id = p.customer_id
  from parted p where h.workspace_id = p.workspace_id and h.subject_type = 'ticket' and h.subject_id = p.ticket_id
    and h.actor_type = 'customer' and h.actor_id = p.shared_id;

update ticket_search s set requester_id = p.customer_id,
    public_words = s.public_words || setweight(c.words, 'B')
  from parted p join customers c on c.workspace_id = p.workspace_id and c.id = p.customer_id
  where s.workspace_id = p.workspace_id and s.ticket_id = p.ticket_id;
