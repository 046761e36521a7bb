-- What each call of a delegate reads.
begin;
\ir ../_fixtures.psql
select plan(2);

-- What is over, or was ended before its time, is not read again at each call
insert into rowlock.delegation (id, from_user, to_user, role, since, until, created_by, created_at, revoked_by, revoked_at)
select gen_random_uuid(), who('worker'), who('nobody'), 'reviewer', now() - interval '2 hours', now() + interval '1 year', who('worker'), now(),
  who('worker'), now() - interval '1 hour'
from generate_series(1, 5000);
select lend('filler', 'nobody');
analyze rowlock.delegation;
create function touched() returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 3 loop
    execute 'explain (analyze, buffers, format json) select rowlock.actor_access(actor => who(''nobody''))' into v_plan;
    v_least := least(v_least, (v_plan #>> '{0,Plan,Shared Hit Blocks}')::integer + (v_plan #>> '{0,Plan,Shared Read Blocks}')::integer);
  end loop;
  return v_least;
end;
$$;
select cmp_ok(touched(), '<', 150, 'thousands that were given and ended cost nobody anything');

-- Three links of twenty people, of whom each gives to ten of the next: two thousand ways to sixty accounts
delete from rowlock.delegation;
insert into rowlock.user_account (id, external_id, account_type, status)
select md5(l || ' ' || i)::uuid, 'link ' || l || ' ' || i, 'user', 'active' from generate_series(1, 3) l, generate_series(0, 19) i;
insert into rowlock.membership (user_id, role) select u.id, 'reviewer' from rowlock.user_account u where u.external_id like 'link %';
insert into rowlock.delegation (id, from_user, to_user, role, since, until, created_by, created_at)
select gen_random_uuid(), md5(l || ' ' || i)::uuid, case l when 1 then who('nobody') else md5(l - 1 || ' ' || (i + n) % 20)::uuid end, 'reviewer',
  now() - interval '1 hour', now() + interval '1 day', who('chief'), now()
from generate_series(1, 3) l, generate_series(0, 19) i, generate_series(1, case l when 1 then 1 else 10 end) n;
analyze rowlock.delegation, rowlock.membership, rowlock.user_account;
select cmp_ok(touched(), '<', 4000, 'a call does not follow each way of a chain');

select * from finish();
rollback;
