-- rowlock._membership_access(user_id): what an active account may see and do by its own memberships.
-- Reads: rowlock.user_account, rowlock.membership.
create or replace function rowlock._membership_access(user_id uuid)
returns setof rowlock.access
language sql stable security invoker
as $$
  select
    u.id,
    coalesce(pg_catalog.bool_or(rowlock._membership_is_global(role => m.role, type => m.type)), false),
    coalesce(pg_catalog.array_agg(m.role) filter (where m.type operator(pg_catalog.<>) 'member' or m.read_scope operator(pg_catalog.=) 'all'), '{}'),
    coalesce(pg_catalog.array_agg(m.role) filter (where m.type operator(pg_catalog.=) 'member' and m.read_scope operator(pg_catalog.=) 'self'), '{}'),
    coalesce(pg_catalog.array_agg(m.role) filter (where m.type operator(pg_catalog.<>) 'member' or m.write_scope operator(pg_catalog.=) 'all'), '{}'),
    coalesce(pg_catalog.array_agg(m.role) filter (where m.type operator(pg_catalog.=) 'member' and m.write_scope operator(pg_catalog.=) 'self'), '{}'),
    coalesce(pg_catalog.array_agg(m.role) filter (where m.type operator(pg_catalog.<>) 'member'), '{}'),
    array[u.id], '{}'::pg_catalog.text[], '{}'::pg_catalog.text[],
    case when u.delegate_until is not null then '[]'::pg_catalog.jsonb end
  from rowlock.user_account u
  left join rowlock.membership m on m.user_id operator(pg_catalog.=) u.id
  where u.id operator(pg_catalog.=) $1 and u.status operator(pg_catalog.=) 'active'
  group by u.id
$$;

comment on function rowlock._membership_access is
  'No row: there is no such account, or it is not active. delegations is [] where there may be or have been some, and null where there never was one. Inlined into its callers.';
revoke all on function rowlock._membership_access from public;
