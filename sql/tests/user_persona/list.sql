begin;
\ir ../_fixtures.psql
select plan(8);

select rowlock.persona_create(key => k, actor => who('chief')) from unnest(array['b', 'a', 'c']) k;
select rowlock.user_persona_grant(user_id => who('worker'), key => k, actor => who('chief')) from unnest(array['b', 'a']) k;

select is((select array_agg(p.key) from rowlock.user_persona_list(user_id => who('worker'), actor => who('worker')) p), '{a,b}', 'one sees one''s own, by key');
select is((select count(*) from rowlock.user_persona_list(user_id => who('worker'), actor => who('lead'))), 2::bigint, 'an admin sees others''');
select is((rowlock.user_persona_list_answer(result => array(select p from rowlock.user_persona_list(user_id => who('worker'), actor => who('lead')) p))).body -> 'total', '2', 'the answer has a total');
select is((rowlock.user_persona_list_answer(result => '{}')).body, '{"personas": [], "total": 0}', 'none are an empty list');
select refused($$select rowlock.user_persona_list(user_id => who('worker'), actor => who('nobody'))$$, 'PT403', 'actor_global', 'not_global', 'nobody else does');
select refused($$select rowlock.user_persona_list(user_id => gen_random_uuid(), actor => who('chief'))$$, 'PT404', 'user_exists', 'not_found', 'an unknown account does not exist');
select refused($$select rowlock.user_persona_list(user_id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'no account is refused', 'user_id');
select refused($$select rowlock.user_persona_list(user_id => who('suspended'), actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
