-- rowlock._signal_take(escalation): the answers that came before the question: taken, and judged by what holds now.
-- Writes: rowlock.signal.
create or replace function rowlock._signal_take(escalation rowlock.escalation)
returns rowlock.signal_judged[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
-- Plans outlive the small table that they were made for.
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_judged rowlock.signal_judged[];
  v_one    rowlock.signal_judged;
  v_access rowlock.access;
  v_done   boolean := false;
begin
  with taken as (
    delete from rowlock.signal s
    where s.namespace = escalation.namespace
      and s.app_id = escalation.app_id
      and s.signal_key = escalation.signal_key
    returning s.*
  )
  select array_agg(row(t.sender, t.payload, null)::rowlock.signal_judged order by t.created_at, t.sender)
  into v_judged
  from taken t
  where t.expires_at > v_now;

  for i in 1 .. coalesce(cardinality(v_judged), 0) loop
    v_one := v_judged[i];
    if v_done then
      -- As if they had come after it, in their order.
      v_one.dropped := 'resolved';
    else
      begin
        v_access := rowlock._actor_access(actor => v_one.sender, vouched => true);
        v_one.dropped := rowlock._escalation_answer_reason(
          escalation => escalation, access => v_access, at => v_now, by_key => true);
        if v_one.dropped is null then
          perform rowlock._escalation_answer_gate(
            escalations => array[escalation], resolver_payloads => array[v_one.payload], access => v_access);
        end if;
      exception
        -- A bad answer is its sender's affair: whoever asks is not refused for it.
        when sqlstate 'PT401' then
          v_one.dropped := 'not_active';
        when sqlstate 'PT400' then
          v_one.dropped := 'not_valid';
        when sqlstate 'PT403' then
          v_one.dropped := 'not_valid';
        when sqlstate 'PT404' then
          v_one.dropped := 'not_valid';
        when sqlstate 'PT409' then
          v_one.dropped := 'not_valid';
        when sqlstate 'PT422' then
          v_one.dropped := 'not_valid';
        when data_exception or program_limit_exceeded then
          v_one.dropped := 'not_valid';
      end;
    end if;
    v_done := v_done or (v_one.dropped is null and escalation.approvals_required = 1);
    v_judged[i] := v_one;
  end loop;
  return v_judged;
end;
$$;

comment on function rowlock._signal_take is
  'The kept answers to a pending row, oldest first, with why each is dropped, if it is; null: there are none. They are kept no longer.';
revoke all on function rowlock._signal_take from public;
