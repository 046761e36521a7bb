-- The rows of a workflow.
begin;
\ir ../_fixtures.psql
select plan(11);

select ask('one', priority => 4), ask('two', priority => 1), ask('three'), ask('other', role => 'engineer');
update rowlock.escalation set workflow_id = 'w' where description <> 'three';
update rowlock.escalation set created_at = created_at - interval '1 hour' where description = 'one';
create function found(by text, status text[] default null) returns text[] language sql as $$
  select array(select i.value ->> 'description' from jsonb_array_elements(
    (rowlock.escalation_list_by_workflow('w', found.status, actor => who(found.by))).items) with ordinality i (value, n) order by i.n);
$$;
select is(found('worker'), '{one,two}', 'oldest first, in scope');
select is(found('engineer'), '{other}', 'each in one''s own');
select is(found('chief'), '{one,two,other}', 'all for a global actor');
select is(found('nobody'), '{}', 'nobody sees none');
select is(found('worker', '{resolved}'), '{}', 'within a status');
select is((rowlock.escalation_list_by_workflow('no such', actor => who('chief'))).total, 0::bigint, 'a workflow without rows has none');
select is((rowlock.escalation_list_by_workflow('w', max_rows => 1, actor => who('chief'))).total, 3::bigint, 'a page tells the total');

select refused(format('select rowlock.escalation_list_by_workflow(%L, actor => who(''worker''))', w), 'PT400', 'argument_invalid', 'missing',
  'a workflow is needed', 'workflow_id') from (values (''), (null)) v (w);
select refused($$select rowlock.escalation_list_by_workflow('', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$select rowlock.escalation_list_by_workflow('w')$$, 'PT401', 'actor_known', 'no_actor', 'no actor is refused');

select * from finish();
rollback;
