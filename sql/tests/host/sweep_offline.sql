begin;
\ir ../_fixtures.psql
select plan(16);

select machine(n) from unnest(array['here', 'gone', 'late', 'clone', 'off', 'down']) n;
select rowlock.host_create(name => 'never', platform => 'linux', actor => who('chief'));
select silent('here', 60), silent('gone', 90.5), silent('late', 1000), silent('clone', 91);
select rowlock.host_disable(id => (host_of('off')).id, actor => who('chief'));
select silent('off', 1000), silent('down', 1000);
update rowlock.host set status = 'offline' where name = 'down';
update rowlock.host set instance_suspect = true, instance_flagged_at = now(), presented_instance_id = instance_of('x') where name = 'clone';
select last_seq() as s \gset

-- What the claim sees while the sweep is late
select results_eq('select h.name from rowlock._host_eligible(at => clock_timestamp()) h', array['here'], 'a host is as alive as its beats, whatever its status');
select is_empty(format('select rowlock._host_eligible(at => clock_timestamp(), target => %L)', (host_of('gone')).id), 'by name too');

create temp table swept as select h as host from rowlock.host_sweep_offline() h;
select results_eq('select (host).name collate pg_catalog."default" from swept order by 1', array['clone', 'gone', 'late']::text[], 'hosts that are gone are swept, suspect ones too');
select is(s.host, host_of((s.host).name), format('%s is answered as it is kept', (s.host).name)) from swept s;
select is((host_of(n)).status, st, format('%s is %s', n, st))
from (values ('here', 'online'), ('off', 'disabled'), ('down', 'offline'), ('never', 'registered'), ('gone', 'offline')) v (n, st);
select results_eq(format('select e.payload ->> ''name'' from events_since(%s) e where e.topic = ''worker.offline'' and e.actor is null order by 1', :s),
  array['clone', 'gone', 'late'], 'an event tells of each');
select is((select count(*) from events_since(:s)), 3::bigint, 'and of nothing else');
select is_empty('select rowlock.host_sweep_offline()', 'the next sweep finds nothing');
update rowlock.host set status = 'online' where name in ('gone', 'late', 'clone');
select is((select count(*) from rowlock.host_sweep_offline(max_rows => 2)), 2::bigint, 'a batch has its size');
select refused($$select rowlock.host_sweep_offline(max_rows => 0)$$, 'PT400', 'argument_invalid', 'out_of_range', 'a batch of nothing is refused', 'max_rows');

select * from finish();
rollback;
