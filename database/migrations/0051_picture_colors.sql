-- What a page shows of a picture before it is there: a hash of some 25 bytes that unfolds into a blurred one, and its colours.
alter table media add column thumbhash bytea check (octet_length(thumbhash) <= 40);
alter table media add column palette text[] not null default '{}' check (cardinality(palette) <= 5);
