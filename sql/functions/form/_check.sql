-- rowlock._form_check(escalations, resolver_payloads): refuse answers that break the schemas of their rows, all at once.
create or replace function rowlock._form_check(
  escalations       rowlock.escalation[],
  resolver_payloads jsonb[]
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row      rowlock.escalation;
  v_applied  rowlock.form_applied;
  v_found    jsonb;
  v_all      jsonb[] := '{}';
  v_roles    text[] := '{}';
  v_versions integer[] := '{}';
begin
  for i in 1 .. cardinality(escalations) loop
    v_row := escalations[i];
    v_applied := rowlock._form_enforced(escalation => v_row);
    v_found := rowlock._form_broken(
      escalation => v_row, form_schema => v_applied.form_schema, resolver_payload => resolver_payloads[i]);
    if v_found <> '[]' then
      v_all := v_all || v_found;
      v_roles := v_roles || v_row.role;
      v_versions := v_versions || v_applied.schema_version;
    end if;
  end loop;
  if v_all <> '{}' then
    -- Rows of one set may be answered by several schemas: then none is named.
    raise exception 'resolver payload breaks its schema'
      using errcode = 'PT422', constraint = 'schema_validation',
            detail = jsonb_build_object(
              'reason', 'schema_validation',
              'violations', (
                select jsonb_agg(v.violation order by f.n, v.n)
                from unnest(v_all) with ordinality f (found, n),
                  jsonb_array_elements(f.found) with ordinality v (violation, n)),
              'role', case when v_roles[1] = all (v_roles) then v_roles[1] end,
              'schema_version', case
                when v_roles[1] = all (v_roles) and v_versions[1] = all (v_versions) then v_versions[1] end)::text,
            hint = 'Correct the fields that are named, and send the answer again.';
  end if;
end;
$$;

comment on function rowlock._form_check is
  'Every violation of every row is named; one bad row refuses the set. Raises PT422.';
revoke all on function rowlock._form_check from public;
