-- A file that was sent without saying what it is has been what its ending says where the media library took it, and is so everywhere.
update files f set mime = e.mime
from (values ('png', 'image/png'), ('jpg', 'image/jpeg'), ('jpeg', 'image/jpeg'), ('gif', 'image/gif'),
  ('webp', 'image/webp'), ('avif', 'image/avif'), ('svg', 'image/svg+xml'), ('mp4', 'video/mp4'),
  ('mov', 'video/quicktime'), ('webm', 'video/webm'), ('mp3', 'audio/mpeg'), ('m4a', 'audio/mp4'),
  ('wav', 'audio/wav'), ('pdf', 'application/pdf')) e (ending, mime)
where f.mime = 'application/octet-stream' and lower(substring(f.name from '\.(\w+)$')) = e.ending;
