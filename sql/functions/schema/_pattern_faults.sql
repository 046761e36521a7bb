-- rowlock._schema_pattern_faults(nodes): patterns that cannot be honoured, or cost too much together.
create or replace function rowlock._schema_pattern_faults(nodes rowlock.schema_node[])
returns setof rowlock.schema_error
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_pattern rowlock.schema_pattern;
  v_work    bigint := 0;
  v_text    text;
  r         record;
begin
  for r in
    select n.path, n.keyword, p.pattern
    from (
      select n.path, k.keyword, n.subschema
      from unnest(nodes) n cross join unnest(array['pattern', 'patternProperties']) k (keyword)
      where n.subschema ? k.keyword) n
    cross join lateral (
      select n.subschema ->> 'pattern' as pattern where n.keyword = 'pattern'
      union all
      select k.key
      from jsonb_object_keys(case n.keyword when 'patternProperties' then n.subschema -> n.keyword end) k (key)) p
  loop
    begin
      v_pattern := rowlock._schema_pattern(r.pattern);
      v_work := v_work + v_pattern.work;
      -- Compiled, and not more.
      perform '' collate "C" ~ v_pattern.regex;
      continue when v_work <= 20000;
      v_text := 'costs too much, with the patterns before it';
    exception
      when sqlstate 'PT422' then
        get stacked diagnostics v_text = pg_exception_hint;
      when data_exception or program_limit_exceeded then
        v_text := 'is no regular expression of ECMA 262, or too complex';
    end;
    return next row(rowlock._schema_path(r.path), r.keyword, v_text)::rowlock.schema_error;
    v_work := v_work + 100;
    exit when v_work > 20000;
  end loop;
end;
$$;

comment on function rowlock._schema_pattern_faults is 'What schema_problems tells of pattern and patternProperties.';
revoke all on function rowlock._schema_pattern_faults from public;
