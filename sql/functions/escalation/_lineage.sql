-- rowlock._escalation_lineage(escalation): a question of a run or of a work item, with what it comes from filled in.
-- Reads: rowlock.run, rowlock.work_item.
create or replace function rowlock._escalation_lineage(escalation rowlock.escalation)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.escalation := escalation;
  v_run rowlock.run;
begin
  -- Held until the commit: whoever deletes the item or ends the run then finds the question, and calls it off.
  if v_row.work_item_id is not null then
    perform from rowlock.work_item w where w.id = v_row.work_item_id for key share;
    if not found then
      perform rowlock._work_item_missing(id => v_row.work_item_id);
    end if;
  end if;
  if v_row.run_id is not null then
    select r.* into v_run from rowlock.run r where r.id = v_row.run_id for key share;
    if not found then
      perform rowlock._run_missing(id => v_row.run_id);
    end if;
    v_row.work_item_id := coalesce(v_row.work_item_id, v_run.work_item_id);
  end if;
  if coalesce(v_row.origin_id, '') = '' then
    v_row.origin_id := coalesce(v_run.origin_id, rowlock._work_item_root(id => v_row.work_item_id)::text);
  end if;
  if coalesce(v_row.parent_id, '') = '' then
    v_row.parent_id := coalesce(v_row.run_id, v_row.work_item_id)::text;
  end if;
  return v_row;
end;
$$;

comment on function rowlock._escalation_lineage is
  'The work item of the run, the origin of the run or the root of the item, and as parent the run, else the item; what the row says itself stays. Raises PT404.';
revoke all on function rowlock._escalation_lineage from public;
