-- rowlock.escalation_fold(max_rows, min_rows, anew): bring the tally of open rows up to the journal.
-- Reads: rowlock.escalation, rowlock.event, rowlock.event_watermark. Writes: rowlock.escalation_fold, rowlock.escalation_fold_count, rowlock.escalation_fold_doubt.
create or replace function rowlock.escalation_fold(
  max_rows integer default 20000,
  min_rows integer default 5000,
  anew     boolean default false
)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_start constant timestamptz := clock_timestamp();
  v_fold  rowlock.escalation_fold;
  v_safe  bigint;
  v_valid boolean;
  v_last  bigint;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000000);
  perform rowlock._argument_range(field => 'min_rows', value => min_rows, low => 0, high => 1000000000);
  -- One fold at a time.
  select f.* into v_fold from rowlock.escalation_fold f for no key update skip locked;
  if not found then
    return 0;
  end if;
  -- Nobody who is still at it journals anything up to here, and what is journaled every later snapshot sees.
  v_safe := (rowlock._event_horizon()).safe;
  select v_fold.through >= w.purged_through and not exists (select from rowlock.escalation_fold_doubt) and anew is not true
  into v_valid
  from rowlock.event_watermark w;

  if v_valid then
    v_last := least(v_safe, v_fold.through + max_rows);
    -- A short tail is left to those who read.
    if v_last - v_fold.through < 100 then
      return 0;
    end if;
    if rowlock._escalation_fold_on(after => v_fold.through, through => v_last) then
      update rowlock.escalation_fold f set through = v_last;
      return v_last - v_fold.through;
    end if;
  -- A large queue is not counted all the time, and a small one not again when hardly anything happened.
  elsif anew is not true and v_fold.counted_at is not null and (
    v_start - v_fold.counted_at < 20 * v_fold.took
    or (v_fold.through is null and v_safe - v_fold.counted_to < 100 and not exists (select from rowlock.escalation_fold_doubt)))
  then
    return 0;
  end if;

  if rowlock._escalation_fold_anew(through => v_safe, min_rows => min_rows) then
    v_last := v_safe;
  else
    v_last := null;
  end if;
  update rowlock.escalation_fold f
  set through = v_last, counted_at = v_start, counted_to = v_safe, took = clock_timestamp() - v_start;
  return 0;
end;
$$;

comment on function rowlock.escalation_fold is
  'Adds up to max_rows events to the tally that figures begin with; returns how many numbers of the journal it went on: call again until a batch is short. Where there is no tally, or rows were changed past the journal, it counts the rows, unless fewer than min_rows are pending. anew: count them in any case. Figures are the same with it and without, and quicker. Raises PT400.';
revoke all on function rowlock.escalation_fold from public;
select rowlock._function_grant('escalation_fold', 'service');
