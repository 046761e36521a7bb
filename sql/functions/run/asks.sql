-- rowlock.run_asks(id, max_rows, after, actor): what a run has asked, newest first.
-- Reads: rowlock.run, rowlock.escalation, rowlock.ask.
create or replace function rowlock.run_asks(
  id       uuid,
  max_rows integer default 50,
  after    text default null,
  actor    uuid default rowlock.actor_current()
)
returns setof rowlock.run_question
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_key    jsonb;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  if not exists (select from rowlock.run r where r.id = run_asks.id) then
    perform rowlock._run_missing(id => id);
  end if;
  v_key := rowlock._cursor_place(after => after, types => '{timestamptz,uuid}');
  return query
  select a.wait_key, a.attempt, e
  from rowlock.escalation e
  left join rowlock.ask a on a.escalation_id = e.id
  where e.run_id = run_asks.id
    and (v_key is null or (e.created_at, e.id) < ((v_key ->> 0)::timestamptz, (v_key ->> 1)::uuid))
    -- A run may ask any role: its questions are for those who read there.
    and rowlock._can_read(v_access, e.role, e.assigned_to)
  order by e.created_at desc, e.id desc
  limit run_asks.max_rows;
end;
$$;

comment on function rowlock.run_asks is
  'The questions of a run: the rows that name it, as far as the actor may see them, each with its wait key and the attempt that asked; null of a row that escalation_create made. Raises PT400, PT401, PT403, PT404.
Example: {"max_rows": 50}';
revoke all on function rowlock.run_asks from public;
select rowlock._function_grant('run_asks', 'service', 'user', 'proxy');
