-- rowlock._actor_planner(access): refuse an actor who may not write the plan.
create or replace function rowlock._actor_planner(access rowlock.access)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if not rowlock._can_plan(access) then
    raise exception 'actor is no planner'
      using errcode = 'PT403', constraint = 'actor_planner',
            detail = jsonb_build_object('reason', 'not_planner', 'actor', access.actor)::text,
            hint = 'The plan is written by global actors, admins of a role, and members of planner who may write.';
  end if;
end;
$$;

comment on function rowlock._actor_planner is
  'Raises PT403 unless the actor is global, of admin type in some role, or may write in the role planner.';
revoke all on function rowlock._actor_planner from public;
