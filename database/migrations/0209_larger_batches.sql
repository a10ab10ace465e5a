-- A batch changes up to 50,000 things.
-- older versions may run beside this
alter table batches drop constraint batches_total_check, add constraint batches_total_check check (total between 1 and 50000);
