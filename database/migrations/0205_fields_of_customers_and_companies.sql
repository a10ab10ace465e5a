-- Values of the custom fields of a customer and of a company, by the id of the field.
-- older versions may run beside this
alter table customers add column custom_fields jsonb not null default '{}' check (octet_length(custom_fields::text) <= 64000);
alter table companies add column custom_fields jsonb not null default '{}' check (octet_length(custom_fields::text) <= 64000);
