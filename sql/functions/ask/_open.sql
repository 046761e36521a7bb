-- rowlock._ask_open(run_id): the rows of a run's questions that have no place in its inbox yet.
-- Reads: rowlock.ask.
create or replace function rowlock._ask_open(run_id uuid)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select a.escalation_id from rowlock.ask a
    where a.run_id = _ask_open.run_id and a.answer_no is null);
end;
$$;

comment on function rowlock._ask_open is 'Their ids: few, whatever the run has asked before.';
revoke all on function rowlock._ask_open from public;
