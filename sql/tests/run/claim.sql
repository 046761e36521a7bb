begin;
\ir ../_fixtures.psql
select plan(42);

select machine('here'), machine('there'), machine('dead'), machine('off'), machine('odd');
create function claim(host text default 'here', instance uuid default null, by text default null) returns setof rowlock.run language sql as $$
  select * from rowlock.run_claim(
    host_id => (host_of(claim.host)).id, instance_id => coalesce(claim.instance, instance_of(claim.host)), actor => who(coalesce(claim.by, claim.host)));
$$;
create function title(run rowlock.run) returns text language sql as $$ select w.title from rowlock.work_item w where w.id = (run).work_item_id; $$;
create function took(host text default 'here') returns text language sql as $$ select title(r) from claim(took.host) r; $$;

select is_empty($$select claim()$$, 'where none waits none is taken');
select run('first');
select run('second');
create temp table claimed as select r.*, title(r) as title from claim() r;
select is((select c.title from claimed c), 'first', 'who waited longest is taken');
select is((select row(c.status, c.host_id = (host_of('here')).id, c.version, c.attempt)::text from claimed c), '(spawning,t,2,1)', 'it is on the host, and spawning');
select is((run_of('first')).status, 'spawning', 'as is its row');
select is(
  (select row(e.topic, e.version, e.actor = who('here'), e.payload)::text from rowlock.event e where e.subject_id = (run_of('first')).id::text order by e.seq desc limit 1),
  row('run.spawning', 2, true, jsonb_build_object('run_id', (run_of('first')).id, 'attempt', 1, 'host_id', (host_of('here')).id,
    'work_item_id', (item_of('first')).id, 'status', 'spawning'))::text, 'one event tells of it');
select is(took('there'), 'second', 'another host takes the next');
select is(took(), null, 'and then there is none');
select is((rowlock.run_claim_answer(result => '{}')).body, '{"run": null}', 'over HTTP that is null');
select is((rowlock.run_claim_answer(result => array[run_of('first')])).body #>> '{run,status}', 'spawning', 'and else the record');

-- Targets.
select run('for there', 'there'), run('for here', 'here'), run('for all');
update rowlock.run set pending_since = pending_since - interval '3 minutes' where id = (run_of('for there')).id;
select is(took(), 'for here', 'what is meant for another host that may take it is left there');
select is(took(), 'for all', 'in the order of waiting');
select is(took(), null, 'and never taken');
select is(took('there'), 'for there', 'its own host takes it');
select silent('dead');
update rowlock.host set status = 'disabled' where name = 'off';
update rowlock.host set instance_suspect = true, instance_flagged_at = now(), presented_instance_id = gen_random_uuid() where name = 'odd';
select run('for ' || h, h) from unnest(array['dead', 'off', 'odd', 'there']) h;
update rowlock.run set pending_since = pending_since - interval '2 minutes' where id = (run_of('for off')).id;
select run('last');
select is((select array_agg(took()) from generate_series(1, 4)), '{for off,for dead,for odd,last}', 'a target that is gone, disabled or suspect is a preference: others take it, the oldest first');
select is(took(), null, 'but not that of a host that may take it');
select is((run_of('for off')).target_host_id, (host_of('off')).id, 'the target stays what it was');
select took('there');
select run('back', 'dead');
select silent('dead', 0);
select is(took(), null, 'a host that is back keeps what is meant for it');
select is(took('dead'), 'back', 'and takes it');

-- Who may.
select run('wanted');
select refused($$select claim('off')$$, 'PT409', 'host_eligible', 'disabled', 'a disabled host takes nothing');
select refused($$select claim('odd')$$, 'PT409', 'host_eligible', 'suspect', 'a suspect one neither');
select silent('dead', 90.5);
select refused($$select claim('dead')$$, 'PT409', 'host_eligible', 'gone', 'nor one that is silent, whatever its status says');
update rowlock.host set status = 'offline' where name = 'dead';
select refused($$select claim('dead')$$, 'PT409', 'host_eligible', 'offline', 'nor one that is offline');
insert into rowlock.host (name, platform, status, created_at, updated_at) values ('new', 'linux', 'registered', now(), now());
select refused($$select rowlock.run_claim(host_id => (host_of('new')).id, actor => who('chief'))$$, 'PT409', 'host_eligible', 'registered', 'nor one that was never seen');
select refused($$select claim(instance => instance_of('there'))$$, 'PT409', 'host_instance', 'other_instance', 'another instance is refused');
select refused($$select rowlock.run_claim(host_id => (host_of('here')).id, actor => who('here'))$$, 'PT409', 'host_instance', 'other_instance', 'so is one that does not say which it is');
select refused($$select claim(by => 'there')$$, 'PT403', 'host_owner', 'not_own', 'the bot of another host');
select refused($$select claim(by => 'planner')$$, 'PT403', 'host_owner', 'not_own', 'whoever writes the plan');
select refused($$select claim(by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account');
select refused($$select rowlock.run_claim(host_id => gen_random_uuid(), actor => who('chief'))$$, 'PT404', 'host_exists', 'not_found', 'a host that is none');
select refused($$select rowlock.run_claim(host_id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'no host', 'host_id');
select is((run_of('wanted')).version, 1, 'what is refused takes nothing');
select is((select title(r) from claim(by => 'chief') r), 'wanted', 'a global actor speaks for any host');
update rowlock.host set instance_id = null where name = 'here';
select run('bare');
select is((select title(r) from rowlock.run_claim(host_id => (host_of('here')).id, actor => who('here')) r), 'bare', 'a host without an instance needs none');
update rowlock.host set instance_id = instance_of('here') where name = 'here';

-- A session name that is taken.
select run('old'), took();
select run('twin'), run('twin two'), run('after');
update rowlock.run set session_name = (run_of('old')).session_name where id in ((run_of('twin')).id, (run_of('twin two')).id);
select is(took(), 'after', 'runs whose session name is taken on the host are skipped');
select is(took(), null, 'again and again, without end');
select is((run_of('twin')).version, 1, 'they are as they were');
select is((select count(*)::integer from rowlock.event e where e.subject_id = (run_of('twin')).id::text), 1, 'and nothing is told of them');
select is(took('there'), 'twin', 'another host takes one');
select is(took('there'), null, 'and not its twin');
insert into rowlock.run (work_item_id, provider, session_name, cwd, origin_id, pending_since, created_at, updated_at)
select (item_of('old')).id, 'claude', (run_of('old')).session_name, '/', 'x', now() - interval '1 hour', now(), now() from generate_series(1, 40);
select run('found');
select is(took(), 'found', 'a page full of them is no end');
select is(took(), null, 'and there is one');
select is((select count(*)::integer from rowlock.run r where r.status = 'pending'), 41, 'they wait for other hosts');

select * from finish();
rollback;
