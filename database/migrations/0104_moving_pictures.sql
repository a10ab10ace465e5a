-- Pictures that move are kept as they move, drawings are delivered as drawings, and of what is too large the limit that it passed is
-- known.
alter table pictures add column passed_limit text check (passed_limit in ('memory', 'pixels', 'bytes'));
alter table pictures drop constraint pictures_mime_check;
alter table pictures add constraint pictures_mime_check
  check (mime in ('image/jpeg', 'image/png', 'image/webp', 'image/gif'));
alter table media_variants drop constraint media_variants_mime_check;
alter table media_variants add constraint media_variants_mime_check
  check (mime in ('image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/svg+xml'));

-- Whether an asset moves. Of a picture in GIF or WebP that did, a WebP was made; of any other none was.
alter table media_contents add column moves boolean not null default false;
update media_contents c set moves = true
  from pictures p
  where p.workspace_id = c.workspace_id and p.file_id = c.file_id and p.edge = 2560 and p.mime = 'image/webp'
    and c.mime in ('image/gif', 'image/webp');

-- What was refused by the limits of before is tried again when somebody reads it, and what moves is made as it was sent.
delete from pictures where (mime is null and tries >= 3) or (edge = 2560 and mime = 'image/webp');

-- Drawings are measured again, by the size that they say; a job does so for whatever has no colours.
update media set thumbhash = null where mime = 'image/svg+xml' and kind = 'image';
