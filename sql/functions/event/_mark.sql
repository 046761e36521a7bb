-- rowlock._event_mark(): publish, as a lock, a number that everything this transaction journals lies above.
-- Reads: rowlock.event_seq, rowlock.event_watermark.
create or replace function rowlock._event_mark()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_remembered text := current_setting('rowlock.low_water', true);
  v_class      constant bigint := (select w.class from rowlock.event_watermark w);
  -- The function locks the sequence's page; a plain SELECT can see nextval's look-ahead of 32.
  -- Null: somebody started it again; then every number lies below and is refused.
  v_last       constant bigint := coalesce(pg_sequence_last_value('rowlock.event_seq'), 281474976710655);
  v_mark       bigint := v_last;
begin
  -- A mark of this transaction is taken again: re-entrant, one slot of the lock table however many events.
  if v_remembered ~ '^[1-9][0-9]{0,14}$' then
    v_mark := least(v_remembered::bigint, v_last);
  end if;
  -- Any lower mark is sound, so exclusive locks on some numbers stop nobody: sixteen steps, then ever longer ones.
  for i in 0 .. 48 loop
    if pg_try_advisory_xact_lock_shared(v_class << 48 | v_mark) then
      -- Assigned and not performed: an expression costs a tenth of a query.
      v_remembered := set_config('rowlock.low_water', v_mark::text, true);
      v_remembered := set_config('rowlock.low_seq', v_last::text, true);
      return null;
    end if;
    v_mark := v_mark - (1::bigint << greatest(i - 15, 0));
    exit when v_mark < 1;
  end loop;
  raise exception 'journal is blocked'
    using errcode = 'PT503', constraint = 'event_mark',
          detail = jsonb_build_object('reason', 'locked')::text,
          hint = 'Somebody holds the advisory locks of the journal; end that session.';
end;
$$;

comment on function rowlock._event_mark is
  'Takes the shared lock that tells readers below which number this transaction writes nothing. Raises PT503.';
revoke all on function rowlock._event_mark from public;

select rowlock._trigger_put($t$
create or replace trigger event_10_mark before insert on rowlock.event
for each statement execute function rowlock._event_mark();
$t$);
