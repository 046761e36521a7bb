-- rowlock._escalation_search_pond(access, query): refuse a search in a role that the actor does not read in all.
create or replace function rowlock._escalation_search_pond(
  access rowlock.access,
  query  jsonb
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_role constant text := query ->> 'role';
begin
  perform rowlock._argument_text(field => 'role', value => v_role, required => true);
  -- Without an assignee: own rows alone are not the whole role.
  if not rowlock._can_read(access, v_role, null) then
    raise exception 'role may not be read in all'
      using errcode = 'PT403', constraint = 'role_read',
            detail = jsonb_build_object('reason', 'read_scope', 'role', v_role)::text,
            hint = 'It needs read scope on the whole role, or global access.';
  end if;
end;
$$;

comment on function rowlock._escalation_search_pond is
  'Raises PT400 for a checked query without a role, PT403 unless the actor is global or has read=all on it.';
revoke all on function rowlock._escalation_search_pond from public;
