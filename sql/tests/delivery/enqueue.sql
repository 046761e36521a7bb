begin;
\ir ../_fixtures.psql
select plan(28);

create function looked() returns bigint language sql as $$ select rowlock.delivery_enqueue(); $$;
create function cursor_at() returns bigint language sql as $$ select c.looked_through from rowlock.webhook_cursor c; $$;
create function is_now(name text, status text) returns void language sql as $$
  update rowlock.user_account u set status = is_now.status where u.external_id = is_now.name;
$$;
select happened('escalation.created', 'reviewer', subject => 'before');
select is(looked(), 0::bigint, 'where nobody wants anything, nothing is read');
select is(cursor_at(), 0::bigint, 'or written');
select is_now('suspended', 'active');
select hook('all', 'chief', '{*}'), hook('claims', 'worker', '{escalation.claimed,escalation.released}'), hook('filler', 'filler', '{escalation.>}'),
  hook('plan', 'nobody', '{>}'), hook('off', 'chief', '{*}'), hook('gone', 'suspended', '{*}');
select rowlock.webhook_disable(id => (hook_of('off')).id, actor => who('chief')), is_now('suspended', 'suspended');
select is(looked(), 0::bigint, 'what was before a webhook is not for it');

select happened('escalation.created', 'reviewer', subject => 'a'), happened('escalation.claimed', 'reviewer', subject => 'a'),
  happened('escalation.created', 'reviewer', assigned_to => who('filler'), subject => 'b'), happened('project.created', subject_type => 'project', subject => 'p'),
  happened('escalation.claimed', 'engineer', subject => 'e'), happened('membership.changed', subject_type => 'user', subject => 'u'),
  happened('escalation.released', 'reviewer', subject => 'a') as last \gset
select is(looked(), 7::bigint, 'every event is looked at');
select is(cursor_at(), :last::bigint, 'once');
select is(looked(), 0::bigint, 'and not again');
select is(went('all'), array['a pending*', 'a pending', 'b pending*', 'p pending*', 'e pending*', 'u pending*', 'a pending'],
  'a global account gets all, of each subject the first at once');
select is(went('claims'), array['a pending*', 'a pending'], 'a member what fits its topics, of its roles');
select is(went('filler'), array['b pending*'], 'who reads what is assigned to them gets that');
select is(went('plan'), array['p pending*'], 'the plan is everybody''s');
select is(went('off'), '{}'::text[], 'a disabled webhook gets nothing');
select is(went('gone'), '{}'::text[], 'nor does that of an account that is not active');
select is((select row(d.topic, d.subject_type, d.attempts, d.seq) from rowlock.delivery d where d.webhook_id = (hook_of('plan')).id),
  (select row(v.topic, v.subject_type, 0, v.seq) from rowlock.event v where v.subject_id = 'p'), 'a delivery says which event');

select happened('escalation.extended', 'reviewer', subject => 'a'), looked();
select is(went('all') @> '{"a pending"}', true, 'a later event of a subject waits');
select is((went('all'))[8], 'a pending', 'behind those of the batch before');
update rowlock.delivery d set status = 'delivered', ended_at = now(), next_at = null where d.webhook_id = (hook_of('claims')).id;
select happened('escalation.released', 'reviewer', subject => 'a'), looked();
select is((went('claims'))[3], 'a pending*', 'unless all before have ended');

-- However many want the same, a step makes 5,000 deliveries, or those of one event
insert into rowlock.webhook (owner_id, url, topics, since_seq, created_at, updated_at)
select who('chief'), 'https://a.example', '{run.*}', 0, now(), now() from generate_series(1, 60) n;
update rowlock.webhook_cursor c set looked_through = (select max(v.seq) from rowlock.event v);
select happened('run.started', subject_type => 'run', subject => 'r' || n) from generate_series(1, 100) n;
select is(looked(), 80::bigint, 'a step ends where it has made enough');
select is(looked(), 20::bigint, 'and the next goes on there');
select is((select count(*) from rowlock.delivery d where d.topic = 'run.started' and d.webhook_id <> all (select w.id from rowlock.webhook w where w.topics <> '{run.*}')), 6000::bigint,
  'until all is made');

-- Bounded steps, to a complete number
select happened('escalation.created', 'reviewer', subject => 'n' || n) from generate_series(1, 5) n;
select is(array[rowlock.delivery_enqueue(max_rows => 3), rowlock.delivery_enqueue(max_rows => 3)], '{3,2}'::bigint[], 'a step looks at so many, the next goes on');
select happened('escalation.created', 'reviewer', subject => 'm') as seen, ask('open') \gset
select happened('escalation.created', 'reviewer', subject => 'later');
select is(looked(), 1::bigint, 'beyond an open writer nothing is looked at');
select is(cursor_at(), :seen::bigint, 'nor is the cursor put there');

-- What is lost, and who may
update rowlock.webhook_cursor c set looked_through = 0;
select happened('escalation.created', 'reviewer', subject => 'z');
select lives_ok('select looked()', 'a cursor that went back');
select is((select count(*) from rowlock.delivery d where d.webhook_id = (hook_of('plan')).id), 101::bigint, 'doubles nothing');
update rowlock.event_watermark w set purged_through = 1000000;
select is(looked(), 0::bigint, 'what retention removed is passed over');
select refused(format('select rowlock.delivery_enqueue(max_rows => %s)', n), 'PT400', 'argument_invalid', r, n || ' rows are refused', 'max_rows')
from (values ('0', 'out_of_range'), ('null', 'missing')) v (n, r);
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.delivery_enqueue()')$$, '42501', null, null, 'only the service looks');

select * from finish();
rollback;
