-- rowlock.wait_ended(ids): which of these rows need not be waited for any more.
-- Reads: rowlock.escalation.
create or replace function rowlock.wait_ended(ids uuid[])
returns setof uuid
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select w.id
  from unnest(wait_ended.ids) w (id)
  left join rowlock.escalation e on e.id = w.id
  where e.id is null or e.status <> 'pending' or e.expires_at <= clock_timestamp();
$$;

comment on function rowlock.wait_ended is
  'The ids whose rows are settled, due or gone: what the journal may tell late, or not at all. Unscoped, for the service alone.';
revoke all on function rowlock.wait_ended from public;
select rowlock._function_grant('wait_ended', 'service');
