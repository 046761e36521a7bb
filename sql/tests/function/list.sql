begin;
\ir ../_fixtures.psql
select plan(10);

create temp table listing as select rowlock.function_list() as l;

select set_eq(
  $$select jsonb_object_keys(l -> 'functions') from listing$$,
  $$select p.proname::text from pg_proc p where p.pronamespace = 'rowlock'::regnamespace and p.proname !~ '^_'$$,
  'every public function is listed, and none that is internal');
select is((select l #> '{functions,escalation_claim,arguments}' from listing), '[
  {"name": "id", "type": "uuid", "required": true},
  {"name": "duration_minutes", "type": "int4", "required": false, "default": 30},
  {"name": "expected_claim_no", "type": "int4", "required": false},
  {"name": "actor", "type": "uuid", "required": false}]'::jsonb,
  'arguments come in order, with their types and the defaults that are literals');
select is((select (l #> '{functions,escalation_claim}') - array['comment', 'arguments'] from listing),
  '{"returns": "escalation_claimed", "returns_set": false}'::jsonb, 'with what the function returns');
select ok((select (l #> '{functions,role_list,returns_set}') = 'true' from listing), 'also when that is a set');
select is(
  (select jsonb_object_agg(a ->> 'name', a -> 'default') from listing, jsonb_array_elements(l #> '{functions,escalation_create,arguments}') a where a ? 'default'),
  '{"priority": 2, "namespace": "default", "app_id": "default", "metadata": {}, "approvals_required": 1, "no_self_approval": false}'::jsonb, 'a default is told as JSON, whatever its type');
select is(
  (select a -> 'default' from listing, jsonb_array_elements(l #> '{functions,api_key_mint,arguments}') a where a ->> 'name' = 'scopes'),
  '[]'::jsonb, 'an empty array too');
select ok((select (l #>> '{functions,escalation_claim_answer,comment}') like E'%\nAnswers: {%' from listing), 'comments come whole, with their notes');
select is((select l #> '{types,role,columns,0}' from listing), '{"name": "role", "type": "text", "nullable": false}'::jsonb,
  'types are listed with their columns');
select ok((select bool_and((r #>> '{}') like E'%\nRecord %') and count(*) >= 3 from listing, jsonb_array_elements(l -> 'records') r),
  'and the records that answers share');

select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.function_list()')$$, '42501', null, null, 'only the service reads the list');

select * from finish();
rollback;
