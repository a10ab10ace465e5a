-- What customers are answered in, as far as they or the team have said so.
alter table customers add column language text;
alter table customers add constraint customers_language_check
  check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' and length(language) <= 20);
