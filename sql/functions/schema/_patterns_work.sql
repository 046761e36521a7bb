-- rowlock._schema_patterns_work(patterns, instance): what it costs to match the names of an object.
create or replace function rowlock._schema_patterns_work(
  patterns jsonb,
  instance jsonb
)
returns integer
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_count constant integer := (select count(*) from jsonb_object_keys(patterns));
begin
  if v_count > 200 then
    return 100000;
  end if;
  return (
    select least(100000, coalesce(sum(p.work::bigint + k.total * p.work / 1250 + k.many / 32), 0))
    from (
        select count(*) as many, coalesce(sum(char_length(j.key)), 0) as total
        from jsonb_object_keys(instance) j (key)) k,
      jsonb_object_keys(patterns) j (pattern) cross join lateral rowlock._schema_pattern(j.pattern) p);
end;
$$;

comment on function rowlock._schema_patterns_work is 'More than a validation may spend when there are more than 200 patterns.';
revoke all on function rowlock._schema_patterns_work from public;
