-- rowlock._argument_cutoff(older_than): the time so long ago; an interval that is negative or missing is none.
create or replace function rowlock._argument_cutoff(older_than interval)
returns timestamptz
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if older_than > interval '100 years' then
    perform rowlock._argument_refuse(field => 'older_than', reason => 'too_far', hint => 'Give at most 100 years.');
  end if;
  return clock_timestamp() - greatest(older_than, '0');
end;
$$;

comment on function rowlock._argument_cutoff is 'Now less the interval. Raises PT400 when that leaves the calendar.';
revoke all on function rowlock._argument_cutoff from public;
