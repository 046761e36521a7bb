-- rowlock._escalation_history_name(month): what the table of a month of UTC is called.
create or replace function rowlock._escalation_history_name(month timestamptz)
returns name
language sql stable security invoker
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
  select 'escalation_' || to_char(month, 'YYYY_MM') || case when month < '0001-01-01' then '_bc' else '' end;
$$;

comment on function rowlock._escalation_history_name is 'escalation_YYYY_MM; years before Christ end with _bc.';
revoke all on function rowlock._escalation_history_name from public;
