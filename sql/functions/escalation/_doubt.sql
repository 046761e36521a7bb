-- rowlock._escalation_doubt(): rows were changed by hand, so that the journal does not tell how many are open.
-- Reads: rowlock.escalation_fold_doubt. Writes: rowlock.escalation_fold_doubt.
create or replace function rowlock._escalation_doubt()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_said constant text := current_setting('rowlock.doubt', true);
  v_id   constant text := gen_random_uuid();
begin
  -- Nobody waits for anybody: a row of one's own, one in a transaction; what is rolled back takes its doubt along.
  if v_said is null or not exists (select from rowlock.escalation_fold_doubt d where d.id = v_said) then
    insert into rowlock.escalation_fold_doubt (id) values (v_id);
    perform set_config('rowlock.doubt', v_id, true);
  end if;
  return null;
end;
$$;

comment on function rowlock._escalation_doubt is 'Until rows are counted again, figures count them themselves.';
revoke all on function rowlock._escalation_doubt from public;

-- Every function here runs with this path, and journals what it changes; no claim is looked at.
select rowlock._trigger_put($t$
create or replace trigger escalation_20_doubt after insert or delete or truncate or update of status, role, type on rowlock.escalation
for each statement when (current_setting('search_path') <> 'pg_catalog, pg_temp') execute function rowlock._escalation_doubt();
$t$);
