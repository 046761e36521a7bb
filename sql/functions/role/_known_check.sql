-- rowlock._role_known_check(field, roles, role): refuse a set of roles that has an unknown one, or the role itself.
-- Reads: rowlock.role.
create or replace function rowlock._role_known_check(
  field text,
  roles text[],
  role  text
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_known integer;
begin
  if cardinality(roles) > 1000 then
    perform rowlock._argument_refuse(field => field, reason => 'too_many', hint => 'Name at most 1000 roles.');
  end if;
  if role = any (roles) then
    perform rowlock._argument_refuse(field => field, reason => 'itself', hint => 'Name other roles than this one.');
  end if;
  -- Held until the commit, so that none is deleted meanwhile.
  perform from rowlock.role r where r.role = any (_role_known_check.roles) order by r.role for key share;
  get diagnostics v_known = row_count;
  if v_known < (select count(distinct coalesce(n.name, '')) from unnest(roles) n (name)) then
    perform rowlock._argument_refuse(field => field, reason => 'unknown_role', hint => 'Name roles that exist.');
  end if;
end;
$$;

comment on function rowlock._role_known_check is 'Holds the named roles until the commit. Raises PT400 naming the field.';
revoke all on function rowlock._role_known_check from public;
