-- The words of sections that were packed before they are kept as they are. By itself, so that no search waits for it.
update article_sections set words = words || ''::tsvector where pg_column_compression(words) is not null;
