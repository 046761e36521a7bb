-- rowlock._role_used(role): what names a role and so keeps it: how many of each.
-- Reads: rowlock.membership, rowlock.persona_role, rowlock.role_escalation, rowlock.role_level, rowlock.role_upstream, rowlock.role, rowlock.escalation.
create or replace function rowlock._role_used(role text)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_object_agg(c.name, c.number) filter (where c.number > 0), '{}')
  from (values
    ('memberships', (select count(*) from rowlock.membership m where m.role = _role_used.role)),
    ('personas', (select count(*) from rowlock.persona_role p where p.role = _role_used.role)),
    ('chains', (
      select count(*) from rowlock.role_escalation c where _role_used.role in (c.source_role, c.target_role))),
    ('levels', (select count(*) from rowlock.role_level l where l.target_role = _role_used.role)),
    ('downstream_roles', (select count(*) from rowlock.role_upstream u where u.upstream_role = _role_used.role)),
    ('child_roles', (select count(*) from rowlock.role r where r.parent_role = _role_used.role)),
    -- One arm an index, each counted up to a bound: to say why, the first thousands are enough.
    ('pending', (
      select count(*)
      from (
        (select from only rowlock.escalation e
         where e.role = _role_used.role and e.status = 'pending' and e.assigned_until is null limit 10000)
        union all
        (select from only rowlock.escalation e
         where e.role = _role_used.role and e.status = 'pending' and e.assigned_until is not null limit 10000)
      ) q))
  ) c (name, number);
$$;

comment on function rowlock._role_used is
  'Counts the memberships, personas, chains, levels of other roles, downstream and child roles and pending rows (20000 at most) that name a role; leaves out what is none.';
revoke all on function rowlock._role_used from public;
