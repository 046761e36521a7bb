-- rowlock._escalation_search_status(value): one status or several, as a sorted array of known ones.
create or replace function rowlock._escalation_search_status(value jsonb)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_known constant jsonb := '["pending", "resolved", "cancelled", "expired"]';
  v_given constant jsonb := case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end;
begin
  if jsonb_array_length(v_given) > 1000 or not v_known @> v_given then
    perform rowlock._argument_refuse(
      field => 'status', reason => 'unknown', hint => 'pending, resolved, cancelled, expired, or an array of these.');
  end if;
  return (select coalesce(jsonb_agg(distinct s.status), '[]') from jsonb_array_elements(v_given) s (status));
end;
$$;

comment on function rowlock._escalation_search_status is 'The statuses, each once. Raises PT400 for an unknown one.';
revoke all on function rowlock._escalation_search_status from public;
