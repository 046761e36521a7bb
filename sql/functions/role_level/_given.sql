-- rowlock._role_level_given(levels, place): one level of a list, as far as it says for itself.
create or replace function rowlock._role_level_given(
  levels jsonb,
  place  integer
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  c_names constant text[] := '{level,after_minutes,action,target_role,target_user,repeat_minutes}';
  v_given jsonb := '{}';
  r       record;
begin
  perform rowlock._argument_object(field => format('levels[%s]', place - 1), value => levels -> (place - 1), required => true);
  -- Keys in either spelling, as those of a request.
  for r in
    select lower(regexp_replace(m.key, '([A-Z])', '_\1', 'g')) as key, m.key as spelled, m.value
    from jsonb_each(levels -> (place - 1)) m
  loop
    if not r.key = any (c_names) then
      perform rowlock._argument_refuse(
        field => format('levels[%s].%s', place - 1, r.spelled), reason => 'unknown',
        hint => format('Leave it out; a level has %s.', array_to_string(c_names, ', ')));
    elsif v_given ? r.key then
      perform rowlock._argument_refuse(
        field => format('levels[%s].%s', place - 1, r.key), reason => 'repeated', hint => 'Give it once, in one spelling.');
    elsif r.key in ('level', 'after_minutes', 'repeat_minutes') and jsonb_typeof(r.value) <> 'null'
          and (jsonb_typeof(r.value) <> 'number' or r.value::text !~ '^-?[0-9]{1,9}$') then
      perform rowlock._argument_refuse(
        field => format('levels[%s].%s', place - 1, r.key), reason => 'not_integer', hint => 'Give it as a whole number.');
    elsif r.key in ('action', 'target_role', 'target_user') and jsonb_typeof(r.value) not in ('string', 'null') then
      perform rowlock._argument_refuse(
        field => format('levels[%s].%s', place - 1, r.key), reason => 'not_string', hint => 'Give it as a string.');
    end if;
    v_given := v_given || jsonb_build_object(r.key, nullif(r.value, '""'));
  end loop;
  return jsonb_strip_nulls(v_given);
end;
$$;

comment on function rowlock._role_level_given is
  'Its members, without those that are null. Raises PT400 naming the member that is unknown, comes twice or is of another kind.';
revoke all on function rowlock._role_level_given from public;
