-- rowlock.escalation_get(id, actor): one row.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_get(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.escalation
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select r.*
  from rowlock._escalation_readable(
    id => escalation_get.id, access => rowlock._actor_access(actor => escalation_get.actor)) r;
$$;

comment on function rowlock.escalation_get is 'The row. Raises PT400, PT401, PT403, PT404 (also when it cannot be read).';
revoke all on function rowlock.escalation_get from public;
select rowlock._function_grant('escalation_get', 'service', 'user', 'proxy');
