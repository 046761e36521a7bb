-- rowlock._retention_rule_missing(name): say that there is no such rule.
create or replace function rowlock._retention_rule_missing(name text)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'rule does not exist'
    using errcode = 'PT404', constraint = 'retention_rule_exists',
          detail = jsonb_build_object('reason', 'not_found', 'name', name)::text,
          hint = 'retention_rule_list tells the rules.';
end;
$$;

comment on function rowlock._retention_rule_missing is
  'Raises PT404.';
revoke all on function rowlock._retention_rule_missing from public;
