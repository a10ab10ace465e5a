-- A field of a component that is set to have a value in each language has one from now on. Until now the setting had no effect
-- there: the field had one value for all languages. It stays so, and the field says that somebody has to choose.
update content_models set fields = (
  select jsonb_agg(
    case when field @> '{"localized": true}' then field || '{"localized": false, "awaitsLocalized": true}' else field end
    order by place)
  from jsonb_array_elements(fields) with ordinality as one (field, place))
where kind = 'component' and fields @> '[{"localized": true}]';
