-- rowlock.role_create(role, title, description, actor): make a role, or find it made.
-- Reads: rowlock.role. Writes: rowlock.role, rowlock.event.
create or replace function rowlock.role_create(
  role        text,
  title       text default null,
  description text default null,
  actor       uuid default rowlock.actor_current()
)
returns rowlock.role_created
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_role   rowlock.role;
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._argument_text(field => 'title', value => title);
  perform rowlock._argument_text(field => 'description', value => description, max_length => 10000);
  if role !~ '^[a-z][a-z0-9_-]*$' then
    perform rowlock._argument_refuse(
      field => 'role', reason => 'form', hint => 'A letter a-z, then letters, digits, _ and -.');
  end if;
  perform rowlock._actor_global(access => v_access);

  loop
    insert into rowlock.role (role, title, description)
    values (role_create.role, role_create.title, role_create.description)
    on conflict on constraint role_pkey do nothing
    returning * into v_role;
    if found then
      perform rowlock._event_append(
        topic => 'role.updated', subject_type => 'role', subject_id => v_role.role, role => v_role.role,
        actor => v_access.actor, payload => jsonb_build_object('change', 'created'));
      return row(v_role, true)::rowlock.role_created;
    end if;
    -- Held until the commit; one that was deleted between the two statements is made anew.
    select r.* into v_role from rowlock.role r where r.role = role_create.role for key share;
    if found then
      return row(v_role, false)::rowlock.role_created;
    end if;
  end loop;
end;
$$;

comment on function rowlock.role_create is
  'A role by name; one that exists comes back unchanged, created = false. Needs global access. Raises PT400, PT401, PT403.';
revoke all on function rowlock.role_create from public;
select rowlock._function_grant('role_create', 'service', 'user', 'proxy');
