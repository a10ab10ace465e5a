-- From when on it is counted until somebody should look at an article again; publishing it is looking at it.
update articles a set reviewed_at = p.published_at
from (select workspace_id, article_id, max(published_at) as published_at from published_texts group by 1, 2) p
where p.workspace_id = a.workspace_id and p.article_id = a.id and a.reviewed_at is null;
