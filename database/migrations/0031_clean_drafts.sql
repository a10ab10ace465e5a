-- A draft is cleaned when it is saved; one that was saved before that was so is cleaned whenever it is read.
alter table drafts add column is_clean boolean not null default false;
