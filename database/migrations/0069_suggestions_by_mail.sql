-- Whether the mail that says that a request arrived names articles that may answer it.
alter table knowledge_bases add column suggests_by_mail boolean not null default true;
