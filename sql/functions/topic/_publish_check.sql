-- rowlock._topic_publish_check(access, role): refuse whoever may not publish to this role, or at all.
create or replace function rowlock._topic_publish_check(
  access rowlock.access,
  role   text
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if access.is_global or role = any (access.write_all) or (role is null and access.write_all <> '{}') then
    return;
  end if;
  raise exception 'actor may not publish here'
    using errcode = 'PT403', constraint = 'topic_publisher',
          detail = jsonb_build_object(
            'reason', case when role is null then 'no_role' else 'not_writer' end, 'actor', access.actor, 'role', role)::text,
          hint = 'Publish to a role that you may write in with scope all; its readers get the event.';
end;
$$;

comment on function rowlock._topic_publish_check is
  'Raises PT403 unless the actor is global, or writes all of the role, or without one all of some role.';
revoke all on function rowlock._topic_publish_check from public;
