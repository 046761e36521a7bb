begin;
\ir ../_fixtures.psql
select plan(11);

select ask(n, origin_id => 'order-7') from unnest(array['open', 'held', 'done', 'due', 'past', 'future']) n;
-- Rows that are born in this very transaction begin after its now().
update rowlock.escalation set created_at = now() - interval '10 minutes' where description in ('open', 'done');
select hold('held', 'worker'), hold('done', 'worker'), due('due');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));
update rowlock.escalation set created_at = now() - interval '50 minutes', claimed_at = now() - interval '30 minutes',
  ended_at = null where description = 'held';
update rowlock.escalation set status = 'cancelled', created_at = now() - interval '9 hours', ended_at = now() - interval '8 hours'
where description = 'past';
create function told(name text, since interval default '1 hour', query jsonb default '{}', max_rows integer default 200)
returns setof rowlock.analytics_interval language sql as $$
  select i.* from rowlock.analytics_intervals(
    since => now() - told.since, query => told.query, max_rows => told.max_rows, actor => who(told.name)) i;
$$;
create function names(ids uuid[]) returns text[] language sql as $$
  select array_agg(e.description order by n) from unnest(ids) with ordinality i (id, n) join rowlock.escalation e on e.id = i.id;
$$;
select is(names(array(select id from told('worker'))), '{due,held,open,done}', 'what met the window, the oldest first; not what ended before it or began after it');
select is(names(array(select id from told('worker', '10 hours'))), '{past,due,held,open,done}', 'a longer window meets more');
select is(names(array(select id from told('worker', '10 hours', max_rows => 2))), '{past,due}', 'up to max_rows');
select is(i.status, 'expired', 'a due row is over') from told('worker') i where i.id = esc('due');
select is(i.ended_at, (state_of('due')).expires_at, 'since its deadline') from told('worker') i where i.id = esc('due');
select ok(i.wait_minutes = 20 and i.work_minutes between 30 and 31, 'a claim divides wait from work, and work goes on until now')
from told('worker') i where i.id = esc('held');
select ok(i.wait_until = i.work_since and i.work_until is null, 'one begins where the other ends') from told('worker') i where i.id = esc('held');
select ok(i.wait_until is null and i.work_since is null and i.work_minutes is null, 'without a claim all is wait')
from told('worker') i where i.id = esc('open');
select is((select count(*) from told('engineer')), 0::bigint, 'rows of other roles are none');

select refused(format('select rowlock.analytics_intervals(since => now() - interval ''1 day'', max_rows => 1001, actor => %L)', who('worker')), 'PT400',
  'argument_invalid', 'out_of_range', 'a chart has an end', 'max_rows');
select refused(format('select rowlock.analytics_intervals(since => now(), actor => %L)', who('suspended')), 'PT401',
  'actor_active', 'not_active', 'who is suspended gets none');

select * from finish();
rollback;
