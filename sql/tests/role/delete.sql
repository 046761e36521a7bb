begin;
\ir ../_fixtures.psql
select plan(22);

create function made(role text) returns text language sql as $$
  select ((rowlock.role_create(role => made.role, actor => who('chief'))).role).role;
$$;
create function uses(role text) returns jsonb language plpgsql as $$
declare
  v_detail text;
begin
  perform rowlock.role_delete(role => uses.role, actor => who('chief'));
  return null;
exception when sqlstate 'PT409' then
  get stacked diagnostics v_detail = pg_exception_detail;
  return v_detail::jsonb -> 'uses';
end;
$$;

select made(r) from unnest(array['desk', 'held', 'other']) r;
select from rowlock.role_patch(role => 'desk', patch => '{"form_schema": {}, "list_schema": {}, "upstream_roles": ["held"]}', actor => who('chief'));
select last_seq() as seq \gset
select is((rowlock.role_delete(role => 'desk', actor => who('chief_two'))).role, 'desk', 'a role that nothing names is removed');
select is((select row(v.topic, v.subject_id, v.role, v.payload)::text from events_since(:seq) v),
  row('role.updated', 'desk', 'desk', '{"change": "deleted"}'::jsonb)::text, 'and that is journaled');
select is((select count(*) from rowlock.role_schema) + (select count(*) from rowlock.role_list_schema) + (select count(*) from rowlock.role_upstream), 0::bigint,
  'its versions and its own upstream roles go with it');
select refused($$select rowlock.role_delete(role => 'desk', actor => who('chief'))$$, 'PT404', 'role_exists', 'not_found', 'it is gone once');
select is((rowlock.role_delete_answer(result => rowlock.role_delete(role => made('brief'), actor => who('chief')))).body - 'role', '{"deleted": true}', 'the answer says so');

-- Each thing that names it keeps it
select from rowlock.membership_grant(user_id => who('nobody'), role => 'held', actor => who('chief'));
select is(uses('held'), '{"memberships": 1}', 'a membership keeps it');
select rowlock.persona_create(key => 'clerk', actor => who('chief')), rowlock.persona_put_role(key => 'clerk', role => 'held', actor => who('chief'));
select is(uses('held') -> 'personas', '1', 'so does a persona');
select rowlock.persona_delete(key => 'clerk', actor => who('chief'));
select from rowlock.membership_revoke(user_id => who('nobody'), role => 'held', actor => who('chief'));
select rowlock.role_escalation_create(source_role => s, target_role => t, actor => who('chief')) from (values ('held', 'other'), ('other', 'held')) v (s, t);
select is(uses('held'), '{"chains": 2}', 'so do chains from and to it');
select rowlock.role_escalation_put(role => r, target_roles => '{}', actor => who('chief')) from unnest(array['held', 'other']) r;
select from rowlock.role_patch(role => 'other', patch => '{"parent_role": "held"}', actor => who('chief'));
select is(uses('held'), '{"child_roles": 1}', 'so do child roles');
select from rowlock.role_patch(role => 'other', patch => '{"parent_role": null, "upstream_roles": ["held"]}', actor => who('chief'));
select is(uses('held'), '{"downstream_roles": 1}', 'so do roles that it comes before');
select from rowlock.role_patch(role => 'other', patch => '{"upstream_roles": null}', actor => who('chief'));
select ask('free', role => 'held'), ask('leased', role => 'held');
select hold('leased', 'chief');
select is(uses('held'), '{"pending": 2}', 'so do pending rows, held or not');
select refused($$select rowlock.role_delete(role => 'held', actor => who('chief'))$$, 'PT409', 'role_in_use', 'in_use', 'and the refusal names its rule');
select rowlock.escalation_resolve(id => esc(n), resolver_payload => '{}', actor => who('chief')) from unnest(array['free', 'leased']) n;
select is(uses('held'), null, 'rows that have ended do not');

-- Every table that points at roles is counted, or goes with the role.
select is_empty($$
  select k.conname from pg_constraint k where k.confrelid = 'rowlock.role'::regclass and k.contype = 'f' and k.confdeltype <> 'c'
    and k.conrelid::regclass::text not in ('rowlock.membership', 'rowlock.persona_role', 'rowlock.role_escalation', 'rowlock.role', 'rowlock.role_upstream',
      'rowlock.role_level')$$,
  'nothing else names a role');
select refused(format($$select rowlock.role_delete(role => %L, actor => who('chief'))$$, r), 'PT409', 'role_built_in', 'built_in', format('%s stays', r))
from unnest(array['admin', 'superadmin']) r;
select refused(format($$select rowlock.role_delete(role => %L, actor => who('chief'))$$, r), 'PT400', 'argument_invalid', 'missing', format('role %L is refused', r), 'role')
from unnest(array['', null]) r;
select refused(format($$select rowlock.role_delete(role => 'reviewer', actor => who(%L))$$, n), 'PT403', 'actor_global', 'not_global', format('%s may not delete it', n))
from unnest(array['lead', 'worker', 'nobody']) n;
select refused($$select rowlock.role_delete(role => 'reviewer', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
