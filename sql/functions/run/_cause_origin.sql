-- rowlock._run_cause_origin(parent_id, access): the origin of what causes a run.
-- Reads: rowlock.run, rowlock.work_item, rowlock.task, rowlock.escalation.
create or replace function rowlock._run_cause_origin(
  parent_id text,
  access    rowlock.access
)
returns text
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_id     uuid;
  v_origin text;
begin
  -- What is no id is the caller's own word for it.
  if parent_id is null or parent_id !~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then
    return null;
  end if;
  v_id := parent_id::uuid;
  select r.origin_id into v_origin from rowlock.run r where r.id = v_id;
  if found then
    return v_origin;
  end if;
  if exists (select from rowlock.work_item w where w.id = v_id) or exists (select from rowlock.task t where t.id = v_id) then
    return null;
  end if;
  -- An answer starts runs for those who may read it.
  return nullif((rowlock._escalation_readable(id => v_id, access => access)).origin_id, '');
end;
$$;

comment on function rowlock._run_cause_origin is
  'That of an escalation whose answer starts it, or of another run; null: none is known. Raises PT404 when the id is of nothing, or of a row that the actor cannot read.';
revoke all on function rowlock._run_cause_origin from public;
