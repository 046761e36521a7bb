begin;
\ir ../_fixtures.psql
select plan(11);

-- Each from disabled, with its last beat so long ago
create function enabled(gap numeric) returns text language plpgsql as $$
declare
  v_id uuid := (rowlock.host_create(name => format('gap %s', gap), platform => 'linux', actor => who('chief'))).id;
begin
  perform rowlock.host_disable(id => v_id, actor => who('chief'));
  update rowlock.host set last_seen_at = clock_timestamp() - make_interval(secs => gap) where id = v_id;
  return (select format('%s v%s', h.status, h.version) from rowlock.host_enable(id => v_id, actor => who('chief')) h);
end;
$$;
select is(enabled(g), s || ' v3', format('with its last beat %s s ago it is %s', coalesce(g::text, 'never'), s))
from (values (null, 'registered'), (1, 'online'), (89, 'online'), (90.5, 'offline'), (1000, 'offline')) v (g, s);
select is(rowlock.host_enable(id => (host_of('gap 1')).id, actor => who('chief')), host_of('gap 1'), 'one that is not disabled is as it was');
select refused($$select rowlock.host_enable(id => gen_random_uuid(), actor => who('chief'))$$, 'PT404', 'host_exists', 'not_found', 'what is no host is refused');
select machine('mini') as mini \gset
select refused(format('select rowlock.host_enable(id => %L, actor => who(%L))', :'mini', w), 'PT403', 'actor_global', 'not_global', format('%s enables no host', w))
from unnest(array['mini', 'worker', 'planner', 'lead']) w;

select * from finish();
rollback;
