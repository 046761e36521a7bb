-- rowlock._escalation_reach_refuse(ids, reasons): refuse a whole set of which a row is out of reach.
create or replace function rowlock._escalation_reach_refuse(
  ids     uuid[],
  reasons text[]
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_reason text;
  v_ids    jsonb;
begin
  -- The gravest of them, with every row that it holds for.
  select r.reason, jsonb_agg(r.id order by r.n) into v_reason, v_ids
  from unnest(_escalation_reach_refuse.ids, reasons) with ordinality r (id, reason, n)
  where r.reason in ('not_found', 'write_scope')
  group by r.reason
  order by r.reason <> 'not_found'
  limit 1;
  if v_reason = 'not_found' then
    raise exception 'escalation does not exist'
      using errcode = 'PT404', constraint = 'escalation_exists',
            detail = jsonb_build_object('reason', 'not_found', 'ids', v_ids)::text,
            hint = 'These may be in roles that you cannot read; nothing was changed.';
  end if;
  if v_reason = 'write_scope' then
    raise exception 'escalation may not be acted on'
      using errcode = 'PT403', constraint = 'escalation_write',
            detail = jsonb_build_object('reason', 'write_scope', 'ids', v_ids)::text,
            hint = 'Acting on these needs write scope on their roles; nothing was changed.';
  end if;
end;
$$;

comment on function rowlock._escalation_reach_refuse is 'Raises PT404, PT403, naming the rows that cannot be read, else those that may not be acted on.';
revoke all on function rowlock._escalation_reach_refuse from public;
