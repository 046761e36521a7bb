-- rowlock.run_answers(run_id, attempt, after, max_rows, actor): how the questions of a run were settled, in order.
-- Reads: rowlock.run, rowlock.host, rowlock.ask, rowlock.escalation. Writes: rowlock.ask, rowlock.escalation, rowlock.event.
create or replace function rowlock.run_answers(
  run_id   uuid,
  attempt  integer default null,
  after    integer default 0,
  max_rows integer default 100,
  actor    uuid default rowlock.actor_current()
)
returns rowlock.run_inbox
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_run    rowlock.run;
  v_inbox  rowlock.run_inbox;
begin
  perform rowlock._run_wrapper(access => v_access);
  perform rowlock._argument_range(field => 'after', value => after, low => 0, high => 2147483647);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  select r.* into v_run from rowlock.run r where r.id = run_answers.run_id;
  if not found then
    perform rowlock._run_missing(id => run_id);
  end if;
  v_inbox := row('stale', '[]', after, v_run.status, v_run.attempt);
  if not rowlock._run_epoch(run => v_run, attempt => coalesce(attempt, v_run.attempt)) then
    return v_inbox;
  end if;
  perform rowlock._run_speaks(run => v_run, access => v_access);

  perform rowlock._ask_number(run_id => run_id, at => clock_timestamp());
  if after > coalesce((select max(a.answer_no) from rowlock.ask a where a.run_id = run_answers.run_id), 0) then
    perform rowlock._argument_refuse(
      field => 'after', reason => 'unknown_cursor', hint => 'The inbox has not come so far: begin at 0.');
  end if;
  select coalesce(jsonb_agg(rowlock._ask_record(ask => p.ask, escalation => e) order by (p.ask).answer_no), '[]'),
    coalesce(max((p.ask).answer_no), run_answers.after)
  into v_inbox.answers, v_inbox.next
  from (
    select a as ask
    from rowlock.ask a
    where a.run_id = run_answers.run_id and a.answer_no > run_answers.after
    order by a.answer_no
    limit run_answers.max_rows
  ) p
  join rowlock.escalation e on e.id = (p.ask).escalation_id;
  v_inbox.outcome := case
    when v_inbox.answers <> '[]' then 'answers'
    when v_run.status in ('exited', 'failed', 'stopped') then 'ended'
    else 'pending'
  end;
  return v_inbox;
end;
$$;

comment on function rowlock.run_answers is
  'Settled questions after a cursor, in an order that stays: each has a number, and next is the cursor to go on with. resolved has the answer as payload, which may be a JSON null; expired has the on_timeout; cancelled has the reason, such as superseded. Archived ones are told too. outcome: answers; pending, none yet; ended, none, and the run is over; stale, another attempt runs. Without attempt, of whichever runs. For the bot of the host and global callers. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.run_answers from public;
select rowlock._function_grant('run_answers', 'service', 'user', 'proxy');
