-- rowlock._role_level_set(role): the levels of a role, the first one first.
-- Reads: rowlock.role_level.
create or replace function rowlock._role_level_set(role text)
returns rowlock.role_levels
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(role, (
    select coalesce(jsonb_agg(rowlock._role_level_record(l) order by l.level), '[]')
    from rowlock.role_level l
    where l.role = _role_level_set.role))::rowlock.role_levels;
end;
$$;

comment on function rowlock._role_level_set is 'The role and its levels as JSON.';
revoke all on function rowlock._role_level_set from public;
