-- rowlock._role_patch_check(patch): refuse a patch of a role that has an unknown key or a value of a wrong form.
create or replace function rowlock._role_patch_check(patch jsonb)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  r      record;
  v_text text;
begin
  perform rowlock._argument_object(field => 'patch', value => patch, max_bytes => 1048576, required => true);
  for r in select p.key, p.value, jsonb_typeof(p.value) as kind from jsonb_each(patch) p order by p.key loop
    v_text := r.value #>> '{}';
    case
      when r.key in ('title', 'description', 'parent_role', 'priority_facet') then
        if r.kind not in ('string', 'null') then
          perform rowlock._argument_refuse(field => r.key, reason => 'not_string', hint => 'Give a string, or null.');
        end if;
        perform rowlock._argument_text(
          field => r.key, value => v_text, max_length => case r.key when 'description' then 10000 else 200 end);
        if r.key = 'priority_facet' and v_text !~ '^[A-Za-z0-9_]+$' then
          perform rowlock._argument_refuse(
            field => 'priority_facet', reason => 'form', hint => 'Letters, digits and _ alone.');
        end if;
      when r.key in ('form_schema', 'metadata_schema', 'list_schema') then
        perform rowlock._argument_size(field => r.key, value => r.value);
        -- A list schema draws a list, and is held against nothing.
        if r.kind not in ('object', 'boolean', 'null') then
          perform rowlock._argument_refuse(
            field => r.key, reason => 'not_schema', hint => 'A JSON Schema is an object, true or false.');
        elsif r.key <> 'list_schema' and r.kind <> 'null' then
          perform rowlock._argument_schema(field => r.key, value => r.value);
        end if;
      when r.key = 'properties' then
        perform rowlock._argument_object(
          field => 'properties', value => nullif(r.value, 'null'), max_bytes => 32768);
      when r.key in ('ops_visible', 'enforce_schema', 'run_self_approval') then
        if r.kind not in ('boolean', 'null') then
          perform rowlock._argument_refuse(
            field => r.key, reason => 'not_boolean', hint => 'Give true or false, or null.');
        end if;
      when r.key in ('sla_minutes', 'target_per_hour', 'worker_count', 'priority_threshold_minutes') then
        if r.kind not in ('number', 'null') then
          perform rowlock._argument_refuse(field => r.key, reason => 'not_number', hint => 'Give a number, or null.');
        end if;
        if v_text::numeric not between 0 and 1000000000 then
          raise exception 'argument is out of range'
            using errcode = 'PT400', constraint = 'argument_invalid',
                  detail = jsonb_build_object(
                    'reason', 'out_of_range', 'field', r.key, 'min', 0, 'max', 1000000000)::text,
                  hint = format('Give %s from 0 to 1000000000.', r.key);
        end if;
        if length(v_text) > 40 then
          perform rowlock._argument_refuse(field => r.key, reason => 'too_precise', hint => 'Give at most 40 characters.');
        end if;
      when r.key in ('expected_schema_version', 'expected_list_schema_version') then
        if r.kind not in ('number', 'null') or r.kind = 'number' and v_text::numeric % 1 <> 0 then
          perform rowlock._argument_refuse(
            field => r.key, reason => 'not_integer', hint => 'Give a whole number, or null where there is no version yet.');
        end if;
      when r.key = 'default_pins' then
        perform rowlock._role_pins_check(pins => r.value);
      when r.key = 'upstream_roles' then
        if r.kind not in ('array', 'null') or r.kind = 'array' and r.value @? 'strict $[*] ? (@.type() != "string")' then
          perform rowlock._argument_refuse(
            field => 'upstream_roles', reason => 'not_strings', hint => 'Give an array of names of roles, or null.');
        end if;
      else
        perform rowlock._argument_refuse(
          field => r.key, reason => 'unknown',
          hint => 'A role has title, description, properties, ops_visible, parent_role, upstream_roles, sla_minutes, '
            'target_per_hour, worker_count, priority_threshold_minutes, priority_facet, default_pins, form_schema, '
            'metadata_schema, list_schema, enforce_schema and run_self_approval to patch; expected_schema_version and '
            'expected_list_schema_version say from which versions it starts.');
    end case;
  end loop;
end;
$$;

comment on function rowlock._role_patch_check is
  'Raises PT400 naming the first field, by name, that a role does not have or that has another kind, size or range.';
revoke all on function rowlock._role_patch_check from public;
