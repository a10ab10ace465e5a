-- When the reviewer of a text in review was mailed of it, so that an undo tells nobody twice.
-- older versions may run beside this
alter table article_texts add column review_mailed_at timestamptz;
