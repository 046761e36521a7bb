begin;
\ir ../_fixtures.psql
select plan(13);

select machine('mini') as mini \gset
select is(rowlock.host_get(id => :'mini', actor => who(w)), host_of('mini'), format('%s sees a host', w))
from unnest(array['nobody', 'worker', 'robot', 'mini', 'chief']) w;
select refused($$select rowlock.host_get(id => gen_random_uuid(), actor => who('worker'))$$, 'PT404', 'host_exists', 'not_found', 'what is no host is refused');
select refused($$select rowlock.host_get(id => null, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'missing', 'no id is refused', 'host_id');
select refused(format('select rowlock.host_get(id => %L, actor => who(''suspended''))', :'mini'), 'PT401', 'actor_active', 'not_active',
  'a suspended account sees none');

-- The record
select is(rowlock._host_record(host_of('mini')) -> 'is_eligible', 'true', 'an online host may take runs');
select is((v.eligible, v.silence < interval '1 minute', v.status)::text, '(t,t,online)', 'the view says the same') from rowlock.hosts v;
select silent('mini', 91);
select is((v.eligible, v.silence > interval '90 seconds', v.status)::text, '(f,t,online)', 'whenever it is asked') from rowlock.hosts v;
select is(rowlock._host_record(host_of('mini')) -> 'is_eligible', 'false', 'one that is gone may not, whatever its status says');
select is(rowlock._host_record(host_of('mini')) ->> 'status', 'online', 'which may be late');

select * from finish();
rollback;
