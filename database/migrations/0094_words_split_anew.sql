-- How the words of a section were split: those that were split otherwise than new ones are written anew by a job, while
-- searches go on.
alter table article_sections add column splitting smallint not null default 0;
