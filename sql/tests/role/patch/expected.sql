-- A patch that says from which version it starts is refused where there is another by now.
begin;
\ir ../../_fixtures.psql
select plan(20);

create function patched(patch jsonb) returns text language sql as $$
  select row((r.role).current_schema_version, (r.role).current_list_schema_version, (r.role).title)::text
  from rowlock.role_patch(role => 'planner', patch => patched.patch, actor => who('chief')) r;
$$;
create function detail_of(statement text) returns jsonb language plpgsql as $$
declare
  v_detail text;
begin
  execute statement;
  return null;
exception when others then
  get stacked diagnostics v_detail = pg_exception_detail;
  return v_detail;
end;
$$;

select is(patched('{"form_schema": {"a": 1}, "expected_schema_version": null}'), '(1,,Planner)', 'null: the role never had one');
select is(patched('{"form_schema": {"a": 2}, "expected_schema_version": 1}'), '(2,,Planner)', 'the version that is current');
select is(patched('{"metadata_schema": true, "expected_schema_version": 2.0}'), '(3,,Planner)', 'it counts for the pair');
select is(patched('{"list_schema": {}, "expected_list_schema_version": null, "expected_schema_version": 3}'), '(3,1,Planner)', 'each for its own');
select is(patched('{"form_schema": {"a": 3}}'), '(4,1,Planner)', 'who says none is not held to it');
select last_seq() as seq \gset
create temp table before as select r from rowlock.role_get(role => 'planner', actor => who('chief')) r;

select refused(format('select patched(%L)', p), 'PT409', 'role_schema_version', 'schema_changed', format('%s is refused', p))
from unnest(array[
  '{"title": "x", "form_schema": {"a": 9}, "expected_schema_version": 3}', '{"title": "x", "expected_schema_version": null}',
  '{"title": "x", "expected_schema_version": 5}', '{"title": "x", "list_schema": {"b": 1}, "expected_list_schema_version": null}',
  '{"title": "x", "list_schema": {"b": 1}, "expected_schema_version": 4, "expected_list_schema_version": 2}',
  '{"form_schema": {"a": 3}, "expected_schema_version": 3}']) p;
select is(detail_of($$select patched('{"title": "x", "expected_schema_version": 3}')$$) - 'reason',
  '{"role": "planner", "field": "expected_schema_version", "expected": 3, "current_version": 4}', 'it says which one there is');
select refused(format('select patched(%L)', jsonb_build_object('title', 'x', f, v::jsonb)), 'PT400', 'argument_invalid', 'not_integer', format('%s: %s', f, v), f)
from (values ('expected_schema_version', '"4"'), ('expected_schema_version', '4.5'), ('expected_schema_version', '[4]'),
  ('expected_list_schema_version', 'true'), ('expected_list_schema_version', '{}')) v (f, v);
select is(rowlock.role_get(role => 'planner', actor => who('chief')), (select b.r from before b), 'nothing of all that was written');
select is((select count(*) from events_since(:seq)), 0::bigint, 'nor journaled');
select is(patched('{"title": "x", "expected_schema_version": 4, "expected_list_schema_version": 1}'), '(4,1,x)', 'both as they are');

select * from finish();
rollback;
