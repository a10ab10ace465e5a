-- A published row whose text was rendered before texts led to their files and entries is rendered anew.
update content_published set step = -1 where body like '%"type":"doc"%';
update content_spaces set revision = revision + 1;
