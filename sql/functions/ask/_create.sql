-- rowlock._ask_create(escalation, wait_key, run, access): ask what a run has not asked yet under this key.
-- Reads: rowlock.ask, rowlock.escalation. Writes: rowlock.ask, rowlock.escalation, rowlock.event, rowlock.signal.
create or replace function rowlock._ask_create(
  escalation rowlock.escalation,
  wait_key   text,
  run        rowlock.run,
  access     rowlock.access
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_new rowlock.escalation := escalation;
  v_row rowlock.escalation;
  v_no  constant integer := 1 + coalesce((
    select max(a.ask_no) from rowlock.ask a where a.run_id = run.id and a.wait_key = _ask_create.wait_key), 0);
begin
  perform rowlock._form_metadata_check(role => escalation.role, metadata => escalation.metadata);
  -- Another question under the key takes the place of the one that is open. Who answers that at this moment comes first.
  perform rowlock._ask_drop(reason => 'superseded', at => escalation.created_at, access => access, ids => array(
    select e.id
    from rowlock.ask a
    join only rowlock.escalation e on e.id = a.escalation_id
    where a.run_id = run.id and a.wait_key = _ask_create.wait_key and e.status = 'pending'
    order by e.id
    for no key update of e));

  v_new.id := rowlock._uuid_v7();
  v_new.run_id := run.id;
  v_new := rowlock._escalation_lineage(escalation => v_new);
  -- The key under which an answer may come first. Who has it already, or asks anew, has one of their own.
  v_new.signal_key := 'run:' || run.id || ':' || wait_key;
  if v_no = 1 and not exists (
    select from rowlock.escalation e
    where e.namespace = 'default' and e.app_id = 'default' and e.signal_key = v_new.signal_key)
  then
    v_row := rowlock._escalation_insert(escalation => v_new, access => access);
  end if;
  if v_row.id is null then
    v_new.signal_key := 'ask:' || v_new.id;
    v_row := rowlock._escalation_insert(escalation => v_new, access => access);
  end if;
  insert into rowlock.ask (run_id, wait_key, ask_no, escalation_id, attempt, sha256, created_at)
  values (run.id, wait_key, v_no, v_row.id, run.attempt, rowlock._ask_digest(escalation), escalation.created_at);
  return v_row;
end;
$$;

comment on function rowlock._ask_create is
  'The row, answered already when its answer came first. The caller has locked the run, and holds the role. Raises PT400, PT422.';
revoke all on function rowlock._ask_create from public;
