begin;
\ir ../_fixtures.psql
select plan(68);

insert into rowlock.role_level (role, level, after_minutes, action, target_role, target_user, repeat_minutes) values
  ('reviewer', 1, 30, 'notify', null, null, 15), ('reviewer', 2, 60, 'assign', null, who('filler'), null),
  ('reviewer', 3, 90, 'reassign', 'engineer', null, null), ('engineer', 1, 10, 'notify', null, null, null);
-- aged(name, minutes): so long ago it came into its role. applied(n): how many rows a batch took on.
create function aged(name text, minutes integer) returns void language sql as $$
  update rowlock.escalation e set
    created_at = least(e.created_at, clock_timestamp() - make_interval(mins => aged.minutes)),
    level_from = case when e.level_from is not null then clock_timestamp() - make_interval(mins => aged.minutes) end
  where e.description = aged.name;
$$;
create function applied(max_rows integer default 500) returns integer language sql as $$
  select rowlock.escalation_level_apply(max_rows => applied.max_rows);
$$;
create function said(name text) returns jsonb language sql stable as $$
  select v.payload from rowlock.event v
  where v.topic = 'escalation.level_reached' and v.subject_id = esc(said.name)::text order by v.seq desc limit 1;
$$;
select ask(n) from unnest(array['young', 'old']) n;
select ask('planned', role => 'planner'), aged('planned', 1000);

select is(applied(), 0, 'before its time no row reaches a level');
select aged('old', 29);
select is(applied(), 0, 'a minute early is early');
select aged('old', 31);
select is(applied(), 1, 'a row that waited long enough does');
select is((state_of('old')).level, 1::smallint, 'the level stands on the row');
select is((state_of('old')).version, 2, 'to reach one is a transition');
select is((state_of('old')).level_repeats, 0, 'no reminder yet');
select is(events_of('old'), '{created,level_reached}', 'it is journaled');
select is((last_event('old')).payload, '{"level": 1, "action": "notify", "repeat": 0, "applied": true}', 'the event tells which');
select is((last_event('old')).role, 'reviewer', 'it is for the readers of the role');
select is((last_event('old')).actor, null, 'nobody did it');
select is(applied(), 0, 'once is enough');
select is((state_of('young')).level, 0::smallint, 'another is too young');
select is(events_of('planned'), '{created}', 'a role without levels is left alone');

-- Reminders
update rowlock.escalation set level_at = clock_timestamp() - interval '16 minutes' where description = 'old';
select is(applied(), 1, 'a level with repeat_minutes comes again');
select is((last_event('old')).payload, '{"level": 1, "action": "notify", "repeat": 1, "applied": true}', 'the event counts');
select cmp_ok((state_of('old')).level_at, '<', clock_timestamp() - interval '30 seconds', 'the next one comes in its turn, not later each time');
select is(applied(), 0, 'not at once');
update rowlock.escalation set level_at = clock_timestamp() - interval '50 hours 1 minute' where description = 'old';
select is(applied(), 1, 'after an outage there is one');
select is(applied(), 0, 'which stands for all that were missed');
select is((state_of('old')).level_repeats, 2, 'and counts as one');
select hold('old', 'worker');
update rowlock.escalation set level_at = clock_timestamp() - interval '16 minutes' where description = 'old';
select is(applied(), 1, 'a row that somebody holds is reminded of too');

-- A level that was reached early has its reminders from then on, however young the row is
select ask('pressed');
select rowlock.escalation_level_up(id => esc('pressed'), expected_level => 0, actor => who('chief')), aged('pressed', 20);
update rowlock.escalation set level_at = clock_timestamp() - interval '14 minutes' where description = 'pressed';
select is(applied(), 0, 'not before their time');
update rowlock.escalation set level_at = clock_timestamp() - interval '16 minutes' where description = 'pressed';
select is(applied(), 1, 'but then, though nobody has waited as long as the level says');
select is((last_event('pressed')).payload, '{"level": 1, "action": "notify", "repeat": 1, "applied": true}', 'as a reminder');
select rowlock.escalation_cancel(id => esc('pressed'), actor => who('chief'));

-- To a person
select aged('old', 61);
select is(applied(), 0, 'what somebody works on is not given to another');
select lapse('old');
select is(applied(), 1, 'once the claim is over it is');
select is((state_of('old')).assigned_to, who('filler'), 'to whom the level names');
select is((state_of('old')).assigned_until, null, 'as a routing, no claim');
select is((state_of('old')).claimed_at, null, 'nothing of the claim is left');
select is((state_of('old')).level, 2::smallint, 'at the next level');
select is((events_of('old'))[7:], '{level_reached,reassigned}', 'both is journaled');
select is(said('old') - 'assigned_to', '{"level": 2, "action": "assign", "repeat": 0, "applied": true}', 'the level');
select is((last_event('old')).payload, jsonb_build_object('assigned_to', who('filler'), 'holder', who('worker')), 'and the person');
select is((last_event('old')).assigned_to, who('filler'), 'who is told');
select is((last_event('old')).version, (state_of('old')).version, 'each event is of a version of its own');

-- To another role
select ask('two', role => 'reviewer');
update rowlock.escalation set approvals_required = 2, metadata = '{"schema_version": 1, "a": 1}' where description = 'two';
insert into rowlock.approval (escalation_id, user_id, role, resolver_payload, decision, answered_at)
select esc('two'), who('worker'), 'reviewer', '{"decision": "yes"}', '"yes"', now();
update rowlock.escalation set level = 2, level_at = clock_timestamp(), approvals = 1, assigned_to = who('filler') where description in ('two', 'old');
select aged('two', 100), aged('old', 91);
select is(applied(), 2, 'rows go on to another role');
select is((state_of('old')).role, 'engineer', 'to the one that the level names');
select is((state_of('old')).assigned_to, null, 'no routing to a person is left');
select is((state_of('old')).level, 0::smallint, 'where levels begin anew');
select is((state_of('old')).level_at, null, 'none was reached there');
select cmp_ok((state_of('old')).level_from, '>', clock_timestamp() - interval '1 minute', 'and count from now');
select is((last_event('old')).payload, jsonb_build_object('from_role', 'reviewer', 'to_role', 'engineer', 'holder', who('filler')), 'it is journaled as a row that was passed on');
select is((last_event('old')).role, 'engineer', 'for the readers of the new role');
select is((last_event('old')).assigned_to, who('filler'), 'and whoever had it');
select is(said('old'), '{"level": 3, "action": "reassign", "repeat": 0, "from_role": "reviewer", "to_role": "engineer", "applied": true}', 'after the level');
select is((state_of('two')).metadata, '{"a": 1}', 'a pinned schema stays behind');
select is((state_of('two')).approvals, 0, 'what was decided does not count there');
select ok((select a.void from rowlock.approval a where a.escalation_id = esc('two')), 'nor is it counted again');
select is(applied(), 0, 'the time before does not count in the new role');
update rowlock.escalation set level_from = clock_timestamp() - interval '11 minutes' where description = 'old';
select is(applied(), 1, 'the time in it does');

-- Whom a row cannot be given to
select ask(n) from unnest(array['gone', 'barred']) n;
select aged('gone', 61), aged('barred', 61);
update rowlock.escalation set level = 1, level_at = clock_timestamp() where description in ('gone', 'barred');
delete from rowlock.membership where user_id = who('filler');
select is(applied(), 2, 'a level is reached although nobody can be given the row');
select is(said('gone') ->> 'applied', 'false', 'without effect');
select is(said('gone') ->> 'reason', 'no_write_scope', 'and the event says why');
select is((state_of('gone')).assigned_to, null, 'the row stays as it is');
select is((state_of('gone')).level, 2::smallint, 'at the level');
select ask('later'), aged('later', 61);
update rowlock.escalation set level = 1, level_at = clock_timestamp() where description = 'later';
delete from rowlock.user_account where id = who('filler');
select is(applied(), 1, 'neither does a deleted account stop it');
select is(said('later') ->> 'reason', 'unknown_account', 'which is said too');

-- One step at a time, and never of rows that ended
select ask('late'), aged('late', 1000);
select is(applied(), 1, 'a row that waited for all levels');
select is((state_of('late')).level, 1::smallint, 'reaches the first one');
select is(applied(), 1, 'then the next');
select is((state_of('late')).level, 2::smallint, 'and skips none');
select ask(n) from unnest(array['done', 'due']) n;
select aged('done', 31), due('due');
select rowlock.escalation_cancel(id => esc('done'), actor => who('worker'));
update rowlock.escalation set level = 3 where description = 'late';
select is(applied(), 0, 'rows that ended or are due reach none');
select ask('b' || i) from generate_series(1, 3) i;
select aged('b' || i, 30 + i) from generate_series(1, 3) i;
select is(array[applied(2), applied(2)], '{2,1}', 'a batch is as large as it is asked to be');

-- Of more than there is time for everybody has a turn
delete from rowlock.escalation;
update rowlock.role_level set repeat_minutes = 15 where role = 'engineer';
select ask('many ' || i, role => 'engineer'), aged('many ' || i, 31) from generate_series(1, 40) i;
select ask('few'), aged('few', 31);
select applied(1) from generate_series(1, 25);
select is((state_of('few')).level, 1::smallint, 'a role with many rows keeps no other from its levels');
update rowlock.escalation set level = 1, level_at = clock_timestamp() - interval '16 minutes' where role = 'engineer';
update rowlock.escalation set level = 0, level_at = null where role = 'reviewer';
select applied(1);
select is((state_of('few')).level, 1::smallint, 'a level goes before reminders');

select refused(format('select applied(%L)', n), 'PT400', 'argument_invalid', 'out_of_range', format('a batch of %s is refused', n), 'max_rows') from unnest(array[0, 10001]) n;
select throws_ok($$select as_login('tap_person', 'select rowlock.escalation_level_apply()')$$, '42501', null, 'people do not call it')
from login('tap_person', 'user', who('worker'));

select * from finish();
rollback;
