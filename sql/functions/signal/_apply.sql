-- rowlock._signal_apply(escalation, signals): give a row the answers that came before it.
create or replace function rowlock._signal_apply(
  escalation rowlock.escalation,
  signals    rowlock.signal_judged[]
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.escalation := escalation;
begin
  for i in 1 .. coalesce(cardinality(signals), 0) loop
    -- Several people may have to agree.
    continue when signals[i].dropped is not null or v_row.status <> 'pending';
    begin
      v_row := rowlock._escalation_settle(
        id => v_row.id, resolver_payload => signals[i].payload, metadata => null, expected_claim_no => null,
        expected_digest => null, by_key => true,
        access => rowlock._actor_access(actor => signals[i].sender, vouched => true));
    exception
      -- It was judged a moment ago; what has changed since is its sender's affair too.
      when sqlstate 'PT400' then null;
      when sqlstate 'PT401' then null;
      when sqlstate 'PT403' then null;
      when sqlstate 'PT404' then null;
      when sqlstate 'PT409' then null;
      when sqlstate 'PT422' then null;
    end;
  end loop;
  return v_row;
end;
$$;

comment on function rowlock._signal_apply is
  'The row once those of the answers that were not dropped are given, each in the name of its sender.';
revoke all on function rowlock._signal_apply from public;
