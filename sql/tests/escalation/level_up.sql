begin;
\ir ../_fixtures.psql
select plan(33);

insert into rowlock.role_level (role, level, after_minutes, action, target_role, target_user) values
  ('reviewer', 1, 30, 'notify', null, null), ('reviewer', 2, 60, 'assign', null, who('own')),
  ('reviewer', 3, 90, 'reassign', 'engineer', null);
create function press(name text, by text, level integer, role text default null) returns rowlock.escalation language sql as $$
  select rowlock.escalation_level_up(id => esc(press.name), expected_level => press.level, expected_role => press.role, actor => who(by));
$$;
select ask(n) from unnest(array['row', 'held', 'mine', 'due', 'done', 'forced']) n;

select is((press('row', 'worker', 0)).level, 1::smallint, 'who may manage a row takes it to its next level');
select is((last_event('row')).payload, '{"level": 1, "action": "notify", "repeat": 0, "applied": true}', 'it is journaled as by time');
select is((last_event('row')).actor, who('worker'), 'with who did it');
select refused($$select press('row', 'worker', 0)$$, 'PT409', 'escalation_level_changed', 'level_changed', 'a press that comes late skips nothing');
select is((press('row', 'worker', 1, 'reviewer')).assigned_to, who('own'), 'the next level does what it does by time');
select is((press('row', 'worker', 2)).role, 'engineer', 'so does the last');
select is((state_of('row')).level, 0::smallint, 'levels begin anew in the other role');
select is(events_of('row'), '{created,level_reached,level_reached,reassigned,level_reached,reassigned}', 'each is journaled once');
select refused($$select press('row', 'chief', 0, 'reviewer')$$, 'PT409', 'escalation_moved', 'moved', 'a press meant for the other role is refused');
select refused($$select press('row', 'chief', 0)$$, 'PT409', 'escalation_last_level', 'last_level', 'a role without a next level has none to give');

-- Somebody holds it
select hold('held', 'worker_two'), hold('mine', 'worker'), hold('forced', 'worker_two');
select is((press('held', 'worker', 0)).assigned_to, who('worker_two'), 'a claim is no obstacle to a notice');
select refused($$select press('held', 'worker', 1)$$, 'PT409', 'escalation_held', 'held', 'a row that another holds is not given away by a member');
select press('mine', 'worker', 0);
select is((press('mine', 'worker', 1)).assigned_until, null, 'who holds it ends the own claim');
select press('forced', 'lead', 0);
select is((press('forced', 'lead', 1)).assigned_to, who('own'), 'an admin of the role ends another''s');
select is((last_event('forced')).payload ->> 'holder', who('worker_two')::text, 'the event tells whose');

-- Passing a row on by hand begins anew too
select is((rowlock.escalation_escalate(id => esc('held'), target_role => 'engineer', actor => who('lead'))).level, 0::smallint, 'a row that is passed on has no level');
select is((state_of('held')).level_at, null, 'and reached none');
select cmp_ok((state_of('held')).level_from, '>', (state_of('held')).created_at, 'levels count from then');
select rowlock.escalation_bulk_escalate(ids => ids('mine'), target_role => 'engineer', actor => who('lead'));
select is((state_of('mine')).level, 0::smallint, 'so has one of many');

select due('due');
select rowlock.escalation_cancel(id => esc('done'), actor => who('worker'));
select refused($$select press('due', 'worker', 0)$$, 'PT409', 'escalation_expired', 'expired', 'a row past its deadline is closed');
select refused($$select press('done', 'worker', 0)$$, 'PT409', 'escalation_cancelled', 'cancelled', 'a cancelled row is refused');
select refused(format($$select press('forced', 'worker', %s)$$, coalesce(n::text, 'null')), 'PT400', 'argument_invalid', reason, format('level %s is refused', coalesce(n::text, 'null')), 'expected_level')
from (values (null::integer, 'missing'), (-1, 'out_of_range'), (10, 'out_of_range')) v (n, reason);
select refused(format($$select press('forced', %L, 2)$$, n), 'PT403', 'escalation_manage', 'manage_scope', format('%s may not manage it', n))
from unnest(array['own', 'auditor']) n;
select refused(format($$select press('forced', %L, 2)$$, n), 'PT404', 'escalation_exists', 'not_found', format('to %s it does not exist', n))
from unnest(array['engineer', 'nobody']) n;
select refused($$select rowlock.escalation_level_up(id => null, expected_level => 0, actor => who('worker'))$$,
  'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');
select refused($$select press('forced', 'worker', 2, repeat('x', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'a long role is refused', 'expected_role');
select refused($$select press('forced', 'suspended', 2)$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is(events_of('forced'), '{created,claimed,level_reached,level_reached,reassigned}', 'a refusal leaves no event');
select is((rowlock.escalation_level_up_answer(result => state_of('forced'))).body #>> '{escalation,level}', '2', 'the record has the level');

select * from finish();
rollback;
