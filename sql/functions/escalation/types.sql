-- rowlock.escalation_types(actor): the types in use among the rows that the actor may see.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_types(actor uuid default rowlock.actor_current())
returns rowlock.escalation_words
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._escalation_words(access => rowlock._actor_access(actor => actor), kind => 'types');
end;
$$;

comment on function rowlock.escalation_types is
  'Sorted, each once. It looks at the first 10,000 free rows, leases and last ended rows of the roles; capped: there are more. Raises PT401, PT403.';
revoke all on function rowlock.escalation_types from public;
select rowlock._function_grant('escalation_types', 'service', 'user', 'proxy');
