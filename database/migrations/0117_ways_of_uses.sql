-- By which fields an entry leads to something: the ids from the outermost field to the innermost, a list for each way. Null
-- where the entry was written before this was kept.
-- older versions may run beside this
alter table content_uses add column ways jsonb;
