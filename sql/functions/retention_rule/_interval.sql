-- rowlock._retention_rule_interval(field, patch, kept): an interval of a patch, or the one that is kept.
create or replace function rowlock._retention_rule_interval(
  field text,
  patch jsonb,
  kept  interval
)
returns interval
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return case when patch ? field then (patch ->> field)::interval else kept end;
exception when data_exception then
  perform rowlock._argument_refuse(field => field, reason => 'not_interval', hint => 'Give an interval, as 30 days.');
end;
$$;

comment on function rowlock._retention_rule_interval is
  'Raises PT400 naming the field when it is none.';
revoke all on function rowlock._retention_rule_interval from public;
