-- rowlock._escalation_bulk_done(ids, done, otherwise): the outcome of a verb on many rows.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_bulk_done(
  ids       uuid[],
  done      uuid[],
  otherwise text
)
returns rowlock.escalation_bulk
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_result rowlock.escalation_bulk;
begin
  v_result.ids := done;
  -- Each row once, where the list names it first.
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'reason', case
    when e.id is null then 'not_found'
    when e.status <> 'pending' then e.status
    when e.expires_at <= v_now then 'expired'
    else otherwise
  end) order by s.n), '[]')
  into v_result.skipped
  from (
    select i.id, min(i.n) as n
    from unnest(_escalation_bulk_done.ids) with ordinality i (id, n)
    where not exists (select from unnest(done) d (id) where d.id = i.id)
    group by i.id
  ) s
  left join rowlock.escalation e on e.id = s.id;
  return v_result;
end;
$$;

comment on function rowlock._escalation_bulk_done is
  'The changed rows, and why each other was skipped: not_found, resolved, cancelled, expired, else otherwise.';
revoke all on function rowlock._escalation_bulk_done from public;
