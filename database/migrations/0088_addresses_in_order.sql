-- Whether an address is free, and which that begin as it does are taken: behind the wall an index serves comparisons in order,
-- and no pattern. By bytes, so that what begins alike stands together in every script.
create index on article_texts (workspace_id, language, (slug collate "C"));
create index on published_texts (workspace_id, language, (slug collate "C"));
