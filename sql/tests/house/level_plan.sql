-- Slow: What the timer of levels reads: roles without levels cost nothing, however many rows wait in them.
begin;
\ir ../_fixtures.psql
select plan(5);

-- pending(role, n): rows of two days ago that nobody holds.
create function pending(role text, n integer) returns void language sql as $$
  insert into rowlock.escalation (id, role, type, priority, created_at, updated_at)
  select rowlock._uuid_v7(), pending.role, 'approval', 1 + i % 4, now() - interval '2 days' + i * interval '1 second', now()
  from generate_series(1, pending.n) i;
$$;
-- touched(): the least buffers of three runs of the timer that find nothing to do.
create function touched() returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 3 loop
    execute 'explain (analyze, buffers, format json) select rowlock.escalation_level_apply()' into v_plan;
    v_least := least(v_least, (v_plan #>> '{0,Plan,Shared Hit Blocks}')::integer + (v_plan #>> '{0,Plan,Shared Read Blocks}')::integer);
  end loop;
  return v_least;
end;
$$;
insert into rowlock.role_level (role, level, after_minutes, action) values ('engineer', 1, 30, 'notify');

select pending('reviewer', 30000);
analyze rowlock.escalation;
select cmp_ok(touched(), '<', 100, 'thirty thousand rows of a role without levels are not looked at');
select pending('engineer', 20);
select is(rowlock.escalation_level_apply(), 20, 'a few of a role with levels are found');
select cmp_ok(touched(), '<', 150, 'and looked at alone');
update rowlock.role_level set after_minutes = 4320 where role = 'engineer';
select pending('engineer', 10000);
analyze rowlock.escalation;
select cmp_ok(touched(), '<', 200, 'rows that are too young for the first level are told so by the index');
insert into rowlock.role_level (role, level, after_minutes, action) values ('reviewer', 1, 30, 'notify');
select is(rowlock.escalation_level_apply(200), 200, 'of a long queue a batch is taken');

select * from finish();
rollback;
