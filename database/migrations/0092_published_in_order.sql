-- What readers list of a large help centre is found without reading all of it: the latest, those that are pinned, and how many
-- stand in each category.
create index on published_texts (workspace_id, language, published_at desc, article_id desc);
create index on published_texts (workspace_id, language) where is_pinned;
create index on published_texts (workspace_id, language, category_id, audience, is_listed) include (article_id);
