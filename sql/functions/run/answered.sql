-- rowlock.run_answered(ids, afters): which of these runs have something for who waits behind these cursors.
-- Reads: rowlock.run, rowlock.ask, rowlock.escalation.
create or replace function rowlock.run_answered(
  ids    uuid[],
  afters integer[]
)
returns setof uuid
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select distinct w.id
  from unnest(run_answered.ids, run_answered.afters) w (id, after)
  left join rowlock.run r on r.id = w.id
  where r.id is null
    or r.status in ('exited', 'failed', 'stopped')
    or exists (select from rowlock.ask a where a.run_id = w.id and a.answer_no > w.after)
    or exists (
      select from rowlock.ask a
      left join only rowlock.escalation e
        on e.id = a.escalation_id and e.status = 'pending' and (e.expires_at is null or e.expires_at > clock_timestamp())
      where a.run_id = w.id and a.answer_no is null and e.id is null);
$$;

comment on function rowlock.run_answered is
  'The ids of runs that are over, gone, or have answers: what the journal may tell late, or not at all. Unscoped, for the service alone.';
revoke all on function rowlock.run_answered from public;
select rowlock._function_grant('run_answered', 'service');
