-- rowlock.run_ask(run_id, attempt, wait_key, role, question, …, actor): a running run asks, and is parked until that is settled.
-- Reads: rowlock.run, rowlock.host, rowlock.role, rowlock.ask, rowlock.escalation. Writes: rowlock.ask, rowlock.escalation, rowlock.event, rowlock.signal.
create or replace function rowlock.run_ask(
  run_id             uuid,
  attempt            integer,
  wait_key           text,
  role               text,
  question           jsonb,
  form_schema        jsonb default null,
  deadline           timestamptz default null,
  timeout            interval default null,
  on_timeout         jsonb default null,
  type               text default 'ask',
  priority           integer default 2,
  metadata           jsonb default '{}',
  approvals_required integer default 1,
  no_self_approval   boolean default false,
  actor              uuid default rowlock.actor_current()
)
returns rowlock.run_asked
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    timestamptz;
  v_run    rowlock.run;
  v_new    rowlock.escalation;
  v_row    rowlock.escalation;
  v_held   boolean;
begin
  perform rowlock._run_wrapper(access => v_access);
  perform rowlock._argument_text(field => 'wait_key', value => wait_key, max_length => 150, required => true);
  v_new := rowlock._ask_question(
    role => role, type => type, question => question, form_schema => form_schema, on_timeout => on_timeout,
    priority => priority, metadata => metadata, approvals_required => approvals_required, no_self_approval => no_self_approval);

  -- The role before the run, as escalation_create takes them.
  v_held := rowlock._role_hold(role => role);
  -- Of two who ask at once, and of a question and the end of its run, one waits here for the other.
  v_run := rowlock._run_lock(id => run_id);
  v_now := clock_timestamp();
  if not rowlock._run_epoch(run => v_run, attempt => attempt) then
    return row('stale', null, false, null)::rowlock.run_asked;
  end if;
  perform rowlock._run_speaks(run => v_run, access => v_access);
  if v_run.status <> 'running' then
    perform rowlock._run_not_running(run => v_run);
  end if;

  -- A step that is executed again asks once, in whichever attempt, and whatever the key has been used for since.
  perform rowlock._ask_expire(at => v_now, ids => array(
    select a.escalation_id from rowlock.ask a
    where a.run_id = v_run.id and a.wait_key = run_ask.wait_key and a.answer_no is null));
  select e.* into v_row
  from rowlock.escalation e
  where e.id = (
    select a.escalation_id from rowlock.ask a
    where a.run_id = v_run.id and a.wait_key = run_ask.wait_key
      and a.sha256 = rowlock._ask_digest(v_new) and not a.dropped
    order by a.ask_no desc
    limit 1);
  if found then
    return rowlock._ask_outcome(escalation => v_row, created => false);
  end if;

  if not v_held then
    perform rowlock._role_missing(role => role);
  end if;
  v_new.created_at := v_now;
  v_new.expires_at := rowlock._ask_deadline(deadline => deadline, timeout => timeout, at => v_now);
  return rowlock._ask_outcome(
    escalation => rowlock._ask_create(escalation => v_new, wait_key => wait_key, run => v_run, access => v_access),
    created => true);
end;
$$;

comment on function rowlock.run_ask is
  'Asks once under a wait key: the same question again, also in a later attempt, brings back its row, with the outcome when it is settled. Another question under the key takes the place of an open one, which is cancelled as superseded. question is a text, or an object; with role, type, form_schema, on_timeout, approvals_required and no_self_approval it says whether it is the same. deadline or timeout closes it; then on_timeout holds. An answer that signal_send kept for run:<run_id>:<wait_key> answers it at once. outcome stale: another attempt runs, nothing was asked. For the bot of the host and global callers. Raises PT400, PT401, PT403, PT404, PT409, PT422.
Example: {"attempt": 1, "wait_key": "deploy", "role": "reviewer", "question": "May I deploy build 7?", "timeout": "1 day", "on_timeout": {"decision": "no"}}';
revoke all on function rowlock.run_ask from public;
select rowlock._function_grant('run_ask', 'service', 'user', 'proxy');
