-- rowlock.schema_problems(schema): what is wrong with a JSON Schema itself.
create or replace function rowlock.schema_problems(schema jsonb)
returns setof rowlock.schema_error
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
  v_nodes rowlock.schema_node[];
begin
  if schema is null then
    return;
  end if;
  if jsonb_typeof(schema) not in ('object', 'boolean') then
    return query select '', 'schema', 'must be a schema: an object or a boolean';
    return;
  end if;
  if octet_length(schema::text) > 262144 then
    return query select '', 'schema', 'is larger than 256 KiB';
    return;
  end if;
  v_nodes := array(select n from rowlock._schema_nodes(schema) n limit 10001);
  if cardinality(v_nodes) > 10000 or exists (select from unnest(v_nodes) n where cardinality(n.path) > 128) then
    return query select '', 'schema', 'has more than 10,000 schemas in it, or more than 64 in each other';
    return;
  end if;
  return query select f.* from rowlock._schema_faults(v_nodes) f limit 1000;
  if found then
    return;
  end if;
  return query select f.* from rowlock._schema_pattern_faults(v_nodes) f;
  return query select f.* from rowlock._schema_reference_faults(schema, v_nodes) f;
end;
$$;

comment on function rowlock.schema_problems is
  'One row for each keyword whose value it cannot have, each pattern that Postgres cannot honour or bound, each reference that names nothing; none when the schema can be stored. The path is a JSON pointer into the schema.';
revoke all on function rowlock.schema_problems from public;
select rowlock._function_grant('schema_problems', 'service', 'user', 'proxy');
