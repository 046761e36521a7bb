-- rowlock._signal_facts(signals): what the created event says of the answers that were there before.
create or replace function rowlock._signal_facts(signals rowlock.signal_judged[])
returns jsonb
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- A fact is small: the first ten say enough of many.
  select jsonb_build_object(
    'taken', count(*) filter (where s.dropped is null),
    'dropped', count(s.dropped),
    'reasons', jsonb_agg(jsonb_build_object('sender', s.sender, 'reason', s.dropped) order by s.n)
      filter (where s.dropped is not null and s.n <= 10))
  from unnest(signals) with ordinality s (sender, payload, dropped, n)
  having count(*) > 0;
$$;

comment on function rowlock._signal_facts is
  '{taken, dropped, reasons [{sender, reason}]} of early answers; null when there are none.';
revoke all on function rowlock._signal_facts from public;
