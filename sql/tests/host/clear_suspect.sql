begin;
\ir ../_fixtures.psql
select plan(22);

-- suspected(name): a host that became suspect, its pinned instance silent since.
create function suspected(name text, presented text default 'clone') returns uuid language plpgsql as $$
declare
  v_id uuid := machine(suspected.name);
begin
  perform rowlock.host_heartbeat(host_id => v_id, instance_id => instance_of(presented), actor => who(suspected.name));
  return v_id;
end;
$$;
select suspected('mini') as mini \gset
select silent('mini', 1000);
select last_seq() as s \gset
create temp table cleared as select c.* from rowlock.host_clear_suspect(host_id => :'mini', actor => who('chief')) c;
select is(c.cleared, true, 'a suspicion ends') from cleared c;
select is(c.host, host_of('mini'), 'the host that is answered is the one that is kept') from cleared c;
select is((h.instance_id, h.instance_suspect, h.instance_flagged_at, h.presented_instance_id, h.status)::text,
  (instance_of('clone'), false, null::timestamptz, null::uuid, 'online')::text, 'the other instance is pinned') from host_of('mini') h;
select cmp_ok((host_of('mini')).last_seen_at, '>', clock_timestamp() - interval '60 seconds', 'and has been seen just now');
select is_empty(format('select * from events_since(%s)', :s), 'no event tells of it');
select is(c.cleared, false, 'a host that is not suspect is left alone') from rowlock.host_clear_suspect(host_id => :'mini', actor => who('chief')) c;
select is((host_of('mini')).version, 3, 'and nothing is written');
select is((rowlock.host_heartbeat(host_id => :'mini', instance_id => instance_of('clone'), actor => who('mini'))).outcome, 'recognized',
  'from then on it is recognized');
select is((rowlock.host_heartbeat(host_id => :'mini', instance_id => instance_of('mini'), actor => who('mini'))).outcome, 'flagged',
  'and the one before is the other');
select is((select count(*) from events_since(:s) e where e.topic = 'worker.instance_suspect'), 1::bigint, 'a new suspicion is told again');

-- Which one
select suspected('mega') as mega \gset
select is((c.host).instance_id, instance_of('mega'), 'an operator may keep the one that is pinned')
from rowlock.host_clear_suspect(host_id => :'mega', instance_id => instance_of('mega'), actor => who('chief')) c;
select suspected('trio', 'second') as trio \gset
select rowlock.host_heartbeat(host_id => :'trio', instance_id => instance_of('third'), actor => who('trio'));
select is((c.host).instance_id, instance_of('second'), 'or name one that was not the last to speak')
from rowlock.host_clear_suspect(host_id => :'trio', instance_id => instance_of('second'), actor => who('chief')) c;

-- The status stays
select suspected('down') as down \gset
select silent('down', 1000), rowlock.host_sweep_offline();
select is(((c.host).status, c.cleared)::text, '(offline,t)', 'an offline host stays offline')
from rowlock.host_clear_suspect(host_id => :'down', actor => who('chief')) c;
select is((b.outcome, (b.host).status)::text, '(recognized,online)', 'until the instance beats')
from rowlock.host_heartbeat(host_id => :'down', instance_id => instance_of('clone'), actor => who('down')) b;
select suspected('off') as off \gset
select rowlock.host_disable(id => :'off', actor => who('chief'));
select is((c.host).status, 'disabled', 'a disabled one stays disabled') from rowlock.host_clear_suspect(host_id => :'off', actor => who('chief')) c;

select refused($$select rowlock.host_clear_suspect(host_id => gen_random_uuid(), actor => who('chief'))$$, 'PT404', 'host_exists', 'not_found', 'what is no host is refused');
select refused($$select rowlock.host_clear_suspect(host_id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'no id is refused', 'host_id');
select refused(format('select rowlock.host_clear_suspect(host_id => %L, actor => who(%L))', :'mini', w), 'PT403', 'actor_global', 'not_global',
  format('%s clears no host', w))
from unnest(array['mini', 'robot', 'worker', 'planner', 'lead']) w;

select * from finish();
rollback;
