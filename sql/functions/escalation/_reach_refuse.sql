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
  v_ids jsonb;
begin
  v_ids := rowlock._escalation_of_reason(ids => ids, reasons => reasons, reason => 'not_found');
  if v_ids is not null then
    raise exception 'escalation does not exist'
      using errcode = 'PT404', constraint = 'escalation_exists',
            detail = jsonb_build_object('reason', 'not_found', 'ids', v_ids)::text,
            hint = 'These may be in roles that you cannot read; nothing was changed.';
  end if;
  v_ids := rowlock._escalation_of_reason(ids => ids, reasons => reasons, reason => 'write_scope');
  if v_ids is not null then
    raise exception 'escalation may not be acted on'
      using errcode = 'PT403', constraint = 'escalation_write',
            detail = jsonb_build_object('reason', 'write_scope', 'ids', v_ids)::text,
            hint = 'Acting on these needs write scope on their roles; nothing was changed.';
  end if;
end;
$$;

comment on function rowlock._escalation_reach_refuse is 'Raises PT404, PT403, naming the rows that cannot be read, else those that may not be acted on.';
revoke all on function rowlock._escalation_reach_refuse from public;
