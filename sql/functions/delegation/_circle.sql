-- rowlock._delegation_circle(from_user, to_user, role, since, until): would who gets it give it back, by whatever way, at one and the same time?
-- Reads: rowlock.delegation.
create or replace function rowlock._delegation_circle(
  from_user uuid,
  to_user   uuid,
  role      text,
  since     timestamptz,
  until     timestamptz
)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_accounts uuid[] := array[to_user];
  v_times    tstzmultirange[] := array[tstzmultirange(tstzrange(since, until))];
  v_before   tstzmultirange[];
begin
  -- Whom the role reaches, and when, one link further each round. Times of one account are put together: there are
  -- as many ways as there are combinations of windows.
  loop
    v_before := v_times;
    with reached as (
      select a.account, a.times from unnest(v_accounts, v_times) a (account, times)
    ),
    further as (
      table reached
      union all
      select d.to_user, r.times * tstzmultirange(tstzrange(d.since, d.until))
      from reached r
      join rowlock.delegation d on d.from_user = r.account and d.role = _delegation_circle.role
      where d.revoked_at is null and coalesce(d.revoked_at, d.until) > _delegation_circle.since and r.times && tstzrange(d.since, d.until)
    ),
    merged as (
      select f.account, range_agg(f.times) as times from further f group by f.account
    )
    select array_agg(m.account order by m.account), array_agg(m.times order by m.account) into v_accounts, v_times
    from merged m;
    if from_user = any (v_accounts) then
      return true;
    end if;
    exit when v_times = v_before;
  end loop;
  return false;
end;
$$;

comment on function rowlock._delegation_circle is
  'True where the delegation would close a circle of delegations of the role whose windows have a moment in common.';
revoke all on function rowlock._delegation_circle from public;
