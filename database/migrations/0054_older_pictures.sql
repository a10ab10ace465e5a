-- Pictures that are older than the measuring of colours; an empty hash says that one cannot be measured.
create index media_unmeasured on media (workspace_id, id) where thumbhash is null and kind = 'image' and trashed_at is null;
