begin;
\ir ../_fixtures.psql
select plan(4);

select is((rowlock.persona_list_answer(result => array(select p from rowlock.persona_list(actor => who('nobody')) p))).body,
  '{"personas": [], "total": 0}', 'at first there are none');
select rowlock.persona_create(key => k, actor => who('chief')) from unnest(array['b', 'a']) k;
select is((select array_agg(p.key) from rowlock.persona_list(actor => who('nobody')) p), '{a,b}', 'anybody sees all, by key');
select is((rowlock.persona_list_answer(result => array(select p from rowlock.persona_list(actor => who('nobody')) p))).body #>> '{personas,1,key}', 'b', 'so does the answer');
select refused($$select rowlock.persona_list(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
