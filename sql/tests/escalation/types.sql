-- The types in use.
begin;
\ir ../_fixtures.psql
select plan(11);

select is(rowlock.escalation_types(actor => who('chief')), row('{}'::text[], false)::rowlock.escalation_words, 'without rows there are none');
select ask('free', type => 'b'), ask('two', type => 'b'), ask('held', type => 'a'), ask('done', type => 'Z'), ask('other', role => 'engineer', type => 'e');
select ask('mine', type => 'mine', assigned_to => who('filler')), ask('my_done', type => 'my_done', assigned_to => who('filler'));
select hold('held', 'worker'), rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker')),
  rowlock.escalation_resolve(id => esc('my_done'), resolver_payload => '{}', actor => who('filler'));
select is((rowlock.escalation_types(actor => who('worker'))).items, '{Z,a,b,mine,my_done}',
  'of free, held and ended rows, each once, in the order of their characters');
select is((rowlock.escalation_types(actor => who('engineer'))).items, '{e}', 'of the roles that the actor reads');
select is((rowlock.escalation_types(actor => who('chief'))).items, '{Z,a,b,e,mine,my_done}', 'of all for a global actor');
select is((rowlock.escalation_types(actor => who('filler'))).items, '{mine,my_done}', 'of own rows, where no others are seen');
select is((rowlock.escalation_types(actor => who('nobody'))).items, '{}', 'nobody sees none');
select ok(not (rowlock.escalation_types(actor => who('chief'))).capped, 'nothing was left unread');

-- A queue of any length
insert into rowlock.escalation (id, role, type, subtype, created_at, updated_at)
select gen_random_uuid(), 'reviewer', 'b', 'b', now(), now() from generate_series(1, 10001);
select ok((rowlock.escalation_types(actor => who('worker'))).capped, 'it tells that rows were left unread');
select is((rowlock.escalation_types(actor => who('filler'))).items, '{mine,my_done}', 'a long queue of others hides no own row');

select refused($$select rowlock.escalation_types(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$select rowlock.escalation_types()$$, 'PT401', 'actor_known', 'no_actor', 'no actor is refused');

select * from finish();
rollback;
