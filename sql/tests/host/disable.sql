begin;
\ir ../_fixtures.psql
select plan(15);

select last_seq() as s0 \gset
select machine('mini') as mini \gset
select last_seq() as s \gset
select is((h.status, h.version)::text, '(disabled,2)', 'an online host is disabled')
from rowlock.host_disable(id => :'mini', actor => who('chief')) h;
select is(rowlock.host_disable(id => :'mini', actor => who('chief_two')), host_of('mini'), 'a disabled one is as it was');
select is((host_of('mini')).version, 2, 'and nothing is written');
select is((b.outcome, (b.host).status)::text, '(recognized,disabled)', 'a beat does not bring it back')
from rowlock.host_heartbeat(host_id => :'mini', instance_id => instance_of('mini'), actor => who('mini')) b;
select is((b.outcome, (b.host).status)::text, '(recognized,disabled)', 'nor does a registration')
from rowlock.host_register(name => 'mini', platform => 'linux', instance_id => instance_of('mini'), actor => who('mini')) b;
select silent('mini', 1000);
select is_empty('select rowlock.host_sweep_offline()', 'the sweep leaves it alone');
select is((host_of('mini')).status, 'disabled', 'when it is gone too');
select is_empty(format($$select * from events_since(%s) where topic <> 'worker.registered'$$, :s), 'no event tells that it was disabled');
select is_empty($$select rowlock._host_eligible(at => clock_timestamp())$$, 'it takes no runs');

select refused($$select rowlock.host_disable(id => gen_random_uuid(), actor => who('chief'))$$, 'PT404', 'host_exists', 'not_found', 'what is no host is refused');
select refused($$select rowlock.host_disable(id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'no id is refused', 'host_id');
select refused(format('select rowlock.host_disable(id => %L, actor => who(%L))', :'mini', w), 'PT403', 'actor_global', 'not_global', format('%s disables no host', w))
from unnest(array['mini', 'worker', 'planner', 'lead']) w;

select * from finish();
rollback;
