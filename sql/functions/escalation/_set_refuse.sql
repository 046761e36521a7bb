-- rowlock._escalation_set_refuse(ids, reasons): refuse a whole set, naming the rows that stand in its way.
create or replace function rowlock._escalation_set_refuse(
  ids     uuid[],
  reasons text[]
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_failed jsonb;
begin
  select jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason) order by r.n) into v_failed
  from unnest(_escalation_set_refuse.ids, reasons) with ordinality r (id, reason, n)
  where r.reason is not null;
  if v_failed is not null then
    raise exception 'not every escalation can be answered'
      using errcode = 'PT409', constraint = 'escalation_blocked',
            detail = jsonb_build_object('reason', 'blocked', 'failed', v_failed)::text,
            hint = 'Nothing was changed. Leave these rows out, or try again when they are free.';
  end if;
end;
$$;

comment on function rowlock._escalation_set_refuse is 'Raises PT409 when a row has a reason; nothing when none has.';
revoke all on function rowlock._escalation_set_refuse from public;
