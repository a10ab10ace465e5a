-- A management key names each of its scopes. One that was made before that is wide: it keeps what it could, which was all of the
-- content, and customers with tickets. A key may be limited to no model at all.
alter table api_keys add column is_wide boolean not null default false;
alter table api_keys drop constraint api_keys_models_check;
alter table api_keys add constraint api_keys_models_check check (cardinality(models) between 0 and 200);

update api_keys set is_wide = true, scopes = scopes
  || array['content:read', 'content:write', 'content:publish', 'content-models:write']
  || case when 'tickets:read' = any(scopes) then array['customers:read'] else '{}' end
  || case when 'tickets:write' = any(scopes) then array['tickets:create', 'customers:write'] else '{}' end
  where kind = 'management';
